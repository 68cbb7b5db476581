import type { Storyboard, StoryboardReview } from '@vitrine/contract/api/content/storyboards'
import i18next from 'i18next'
import { api } from '#lib/api.ts'
import { listText } from '#lib/text/format.ts'

/** The people who may approve, as `Mona, Ines, and 4 more`. */
export function reviewersText({ names, total }: StoryboardReview['reviewers']): string {
  const more = total - names.length
  return listText(more > 0 ? [...names, i18next.t('storyboards.moreReviewers', { count: more })] : names)
}

/** What a save did, and to whom it was sent. `mayApprove`: the person decides alone. */
export async function savedText({ id, name }: Storyboard, mayApprove: boolean): Promise<string> {
  const saved = i18next.t('storyboards.saved', { name })
  if (mayApprove) return saved
  const answer = await api.storyboards.review({ params: { id } }).catch(() => undefined)
  if (!answer || answer.review.reviewers.total === 0) return saved
  return `${saved}\n${i18next.t('storyboards.sentTo', { names: reviewersText(answer.review.reviewers) })}`
}

import { PHOTO_PROBLEMS } from '@vitrine/contract/api/content/web-picture'
import type { Failing } from '@vitrine/contract/api/data/widget-data'
import type { TFunction } from 'i18next'
import { dateText } from '#lib/text/format.ts'

/** Which feed, place, or data source fails to load, where, since when, and why. */
export const failingText = (t: TFunction, { kind, name, since, reason, uses }: Failing): string =>
  t(`dashboard.need.failing.${kind}`, {
    ...{ reason: kind === 'picture' ? reasonOf(t, reason) : reason, count: uses.length },
    // An address stays in order between right-to-left words.
    name: kind === 'feed' ? `\u2068${name}\u2069` : name,
    page: uses[0]?.name ?? '',
    date: dateText(since, 'moment'),
  })

/** In words: one of PHOTO_PROBLEMS and a detail. */
function reasonOf(t: TFunction, reason: string): string {
  const [first = '', ...detail] = reason.split(' ')
  const problem = PHOTO_PROBLEMS.find((each) => each === first)
  return problem ? t(`media.web.photo.problems.${problem}`, { detail: detail.join(' ') }) : reason
}

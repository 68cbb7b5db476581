import { useQuery } from '@tanstack/react-query'
import type { Storyboard, StoryboardReview } from '@vitrine/contract/api/content/storyboards'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'
import { useTranslation } from 'react-i18next'
import { orderWords } from '#content/storyboards/inner/order-words.ts'
import { useStories } from '#content/storyboards/inner/use-stories.ts'
import { useDuration } from '#content/storyboards/timeline/duration.ts'
import { Filmstrip } from '#content/storyboards/timeline/filmstrip.tsx'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { conditionSentence } from '#pickers/conditions/condition-text.ts'
import { useSubjectName } from '#pickers/conditions/use-subject-name.ts'
import { ruleSentence } from '#pickers/rules/rule-text.ts'
import { usePlaceName } from '#pickers/rules/use-place-names.ts'
import { PageThumb, StoryOf } from '#pictures/pages/page-thumb.tsx'
import { documentOf, usePagesById } from '#queries/pages.ts'
import { reviewQuery } from '#queries/storyboards.ts'
import { type PageChange, pageChanges } from './changes.ts'
import styles from './review.module.css'

/** A version's author, earlier decisions, and effect on screens. */
export function Review({ storyboard }: { storyboard: Storyboard }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { data } = useQuery(reviewQuery(storyboard.id))
  if (!data) return null
  const { author, savedAt, approved } = data
  return (
    <section className={styles.review} aria-label={t('storyboards.changes.title')}>
      {savedAt && (
        <p className={styles.author}>
          {t(author ? 'storyboards.savedBy' : 'storyboards.savedAgo', {
            name: author,
            ago: agoText(Date.parse(savedAt), now),
          })}
        </p>
      )}
      <LastDecision review={data} />
      {storyboard.status === 'pending' && approved && <Changes before={approved} after={storyboard} />}
    </section>
  )
}

/** The last decision, who made it, and why. */
export function LastDecision({ review }: { review: StoryboardReview }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { decision } = review
  if (!decision) return null
  const { status, by, at, note } = decision
  return (
    <div className={styles.decision} data-tone={status === 'rejected' ? 'bad' : 'good'}>
      <span>
        {t(`storyboards.decided.${status}`, {
          name: by ?? t('storyboards.decided.someone'),
          ago: agoText(Date.parse(at), now),
        })}
      </span>
      {note && <q dir="auto">{note}</q>}
    </div>
  )
}

const FACTS = ['name', 'mode', 'idleSeconds', 'audioId', 'shuffle'] as const

interface ChangesProps {
  before: NonNullable<StoryboardReview['approved']>
  after: Storyboard
}

function Changes({ before, after }: ChangesProps) {
  const { t } = useTranslation()
  const changes = pageChanges(before.items, after.items)
  const stories = useStories([...before.items, ...after.items])
  const { pages } = usePagesById(
    after.type,
    changes.map(({ pageId }) => pageId),
  )
  const isSame = changes.length === 0 && FACTS.every((fact) => before[fact] === after[fact])
  return (
    <>
      <h4>{t('storyboards.changes.title')}</h4>
      <div className={styles.strips}>
        <span>{t('storyboards.changes.before')}</span>
        <Filmstrip storyboard={before} />
        <span>{t('storyboards.changes.after')}</span>
        <Filmstrip storyboard={after} />
      </div>
      <ul className={styles.changes}>
        {before.name !== after.name && <li>{t('storyboards.changes.name', { name: before.name })}</li>}
        {before.mode !== after.mode && (
          <li>{t('storyboards.changes.mode', { mode: t(`storyboards.modes.${before.mode}`) })}</li>
        )}
        {before.idleSeconds !== after.idleSeconds && (
          <li>
            {t('storyboards.changes.idle', {
              before: before.idleSeconds ?? t('storyboards.changes.never'),
              after: after.idleSeconds ?? t('storyboards.changes.never'),
            })}
          </li>
        )}
        {before.audioId !== after.audioId && (
          <li>{t(after.audioId ? 'storyboards.changes.audio' : 'storyboards.changes.noAudio')}</li>
        )}
        {before.shuffle !== after.shuffle && (
          <li>{t(after.shuffle ? 'storyboards.changes.shuffle' : 'storyboards.changes.noShuffle')}</li>
        )}
        {changes.map((change) => {
          const page = pages[change.pageId]
          const story = stories.find(({ id }) => id === change.pageId)
          return (
            <li key={`${change.from} ${change.to}`}>
              <span className={styles.thumb}>
                {page && <PageThumb document={documentOf(page)} label={page.name} />}
                {story && <StoryOf id={story.id} type={story.type} />}
              </span>
              <ChangeText change={change} name={story?.name ?? page?.name ?? ''} />
            </li>
          )
        })}
        {isSame && <li>{t('storyboards.changes.none')}</li>}
      </ul>
    </>
  )
}

/**
 * `2026-12-01 – 2026-12-24T18:00` unformatted: reviewers compare exact values, and formatted dates could hide a
 * minute.
 */
const datesText = ({ showFrom, showUntil }: ShowDates) =>
  showFrom || showUntil ? [showFrom, showUntil].map((date) => date?.replace('T', ' ') ?? '…').join(' – ') : ''

function ChangeText({ change, name }: { change: PageChange; name: string }) {
  const { t } = useTranslation()
  const seconds = useDuration()
  const { from, to, isMoved, duration, transition, dates, idle, screens, when, order } = change
  const placeName = usePlaceName(screens?.[1])
  const subjectName = useSubjectName(when?.[1])
  const transitionName = (key: string) => t(`storyboards.transitions.${key as 'cut'}`)
  const arrow = (values: readonly string[]) => values.join(' → ')
  const what = from === undefined ? 'added' : to === undefined ? 'removed' : isMoved ? 'moved' : undefined
  const texts = [
    what && t(`storyboards.changes.${what}`, { from, to }),
    duration && arrow(duration.map(seconds)),
    transition && arrow(transition.map(transitionName)),
    idle &&
      t('storyboards.changes.idle', {
        before: idle[0] ?? t('storyboards.changes.ofStoryboard'),
        after: idle[1] ?? t('storyboards.changes.ofStoryboard'),
      }),
    dates &&
      t('storyboards.changes.dates', {
        before: datesText(dates[0]) || t('storyboards.changes.noDates'),
        after: datesText(dates[1]) || t('storyboards.changes.noDates'),
      }),
    order && arrow(order.map((each) => orderWords(t, each) || t('storyboards.order.once'))),
    screens && ruleSentence(t, screens[1] ?? {}, placeName),
    when && (when[1] ? conditionSentence(t, when[1], subjectName) : t('conditions.always')),
  ]
  return (
    <span className={styles.words}>
      <strong dir="auto">{name}</strong>
      <span>{texts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

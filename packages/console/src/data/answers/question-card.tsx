import { ActionIcon } from '@mantine/core'
import { StarIcon } from '@phosphor-icons/react/dist/csr/Star'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import type { Answer, Question } from '@vitrine/contract/api/data/answers'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { screenPicture } from '#pictures/screens/screen-picture.tsx'
import { answersKey, answersQuery } from '#queries/answers.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './answers.module.css'

/** Comments shown here; the exported file has all of them. */
const COMMENTS = 20
const STARS = [5, 4, 3, 2, 1]
/** Questions whose entries are counted by screens rather than answered by people. */
const COUNTED: Record<string, { title: TextKey; count: TextKey }> = {
  touch: { title: 'answers.touches', count: 'answers.touchCount' },
  visit: { title: 'answers.ways', count: 'answers.visitCount' },
}

/** A question with its number of answers and their distribution. */
export function QuestionCard({ question, from }: { question: Question; from: number | undefined }) {
  const { t } = useTranslation()
  const { type, answers, average, lastAt } = question
  const counted = COUNTED[type]
  const bars =
    type === 'rating'
      ? STARS.map((stars) => ({
          value: stars,
          count: question.counts.find(({ value }) => value === stars)?.count ?? 0,
        }))
      : question.counts
  return (
    <article className={styles.card}>
      <header>
        <h3 dir="auto">{counted ? t(counted.title) : question.question}</h3>
        <p className={styles.note}>
          {t(counted?.count ?? 'answers.count', { count: answers })} ·{' '}
          {t('answers.last', { time: dateText(lastAt, 'moment') })}
        </p>
      </header>
      {average !== null && (
        <p className={styles.average}>
          <strong>{numberText(average, { maximumFractionDigits: 1 })}</strong>
          <StarIcon size={22} weight="fill" aria-hidden="true" />
          <span className={styles.note}>{t('answers.ofFive')}</span>
        </p>
      )}
      {bars.length > 0 && (
        <ul className={styles.bars}>
          {bars.map(({ value, count }) => (
            <li key={value}>
              <span className={styles.value} dir="auto" title={String(value)}>
                {typeof value === 'number' ? t('answers.stars', { count: value }) : value}
              </span>
              <span className={styles.track} aria-hidden="true">
                <span style={{ inlineSize: `${answers > 0 ? (count / answers) * 100 : 0}%` }} />
              </span>
              <span className={styles.number}>{numberText(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {type === 'comment' && <Comments question={question} from={from} />}
    </article>
  )
}

function Comments({ question, from }: { question: Question; from: number | undefined }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'layouts')
  const { pageId, widgetId } = question
  const query = useQuery(answersQuery({ pageId, widgetId, from }, COMMENTS))
  const deletion = useDeletion<Answer>({
    remove: ({ id }) => api.answers.remove({ params: { id } }),
    name: ({ value }) => String(value),
    failed: 'errors.deleteAnswer',
    invalidates: [answersKey],
  })
  return (
    <ul className={styles.comments}>
      {query.data?.answers.map((answer) => (
        <li key={answer.id}>
          <SmallPicture>{screenPicture(answer.deviceId)}</SmallPicture>
          <div className={styles.comment}>
            <p dir="auto">{String(answer.value)}</p>
            <p className={styles.note}>
              {dateText(answer.at, 'moment')} · <bdi>{answer.deviceName}</bdi>
            </p>
          </div>
          {mayWrite && (
            <ActionIcon aria-label={t('answers.delete')} onClick={() => deletion.ask(answer)}>
              <TrashIcon size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </li>
      ))}
      {(query.data?.total ?? 0) > COMMENTS && (
        <li className={styles.note}>{t('answers.more', { count: (query.data?.total ?? 0) - COMMENTS })}</li>
      )}
      {deletion.dialog}
    </ul>
  )
}

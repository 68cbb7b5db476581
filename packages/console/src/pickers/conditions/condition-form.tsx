import { Button, Checkbox, FocusTrap, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contradictingTest, type Doubt, doubtsOf } from '@vitrine/contract/document/condition-problems'
import { answerOf, rowsKey } from '@vitrine/contract/document/conditions'
import {
  BARE_OPERATORS,
  type Condition,
  HOLD_SECONDS_MAX,
  OLDER_MINUTES_MAX,
  TESTS_MAX,
  type Test,
} from '@vitrine/contract/schedule/conditions'
import { searchKey } from '@vitrine/contract/search-key'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { useConditionRows } from '#queries/condition-rows.ts'
import { sourcesQuery } from '#queries/sources.ts'
import { useCan } from '#ui/work/use-can.ts'
import { answerText, conditionSentence, doubtText } from './condition-text.ts'
import styles from './conditions.module.css'
import { TestFields } from './test-fields.tsx'
import { useSubjectName } from './use-subject-name.ts'

interface ConditionFormProps {
  when: Condition | undefined
  error: string | undefined
  isLast: boolean
  onChange: (when: Condition | undefined) => void
  onRemove: () => void
}

const EMPTY: Test = { of: 'source', from: '', field: '', is: 'is' }
const isWhole = ({ from, field, is, value }: Test) =>
  from !== '' && field.trim() !== '' && (value !== undefined || BARE_OPERATORS.includes(is))
/** Minutes between two copies of the weather. */
const WEATHER_EVERY = 15

/** While which values a page plays, with today's values beside each test. */
export function ConditionForm({
  when = { tests: [EMPTY] },
  error,
  isLast,
  onChange,
  onRemove,
}: ConditionFormProps) {
  const { t } = useTranslation()
  const rows = useConditionRows([{ when }])
  const { tests } = when
  const answer = answerOf(when, rows, clock.now())
  const setTests = (next: Test[]) => {
    if (next.length === 0) onRemove()
    else onChange({ ...when, tests: next })
  }
  return (
    <FocusTrap>
      <div className={styles.form}>
        {tests.map((test, index) => (
          <TestFields
            // biome-ignore lint/suspicious/noArrayIndexKey: tests have no identity of their own
            key={index}
            number={index + 1}
            test={test}
            found={answer.found[index]}
            rows={rows(rowsKey(test))}
            onChange={(next) => setTests(tests.with(index, next))}
            onRemove={() => setTests(tests.toSpliced(index, 1))}
          />
        ))}
        {tests.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('conditions.match')}
            data={(['all', 'any'] as const).map((value) => ({ value, label: t(`conditions.${value}`) }))}
            value={when.any ? 'any' : 'all'}
            onChange={(next) => onChange({ ...when, any: next === 'any' ? true : undefined })}
          />
        )}
        {tests.length < TESTS_MAX && (
          <Button variant="default" size="compact-sm" onClick={() => setTests([...tests, EMPTY])}>
            {t('conditions.addTest')}
          </Button>
        )}
        <Manner when={when} onChange={onChange} />
        <Verdict when={when} rows={rows} error={error} isLast={isLast} />
        <Button variant="default" size="compact-sm" onClick={onRemove}>
          {t('conditions.remove')}
        </Button>
      </div>
    </FocusTrap>
  )
}

interface VerdictProps extends Pick<ConditionFormProps, 'error' | 'isLast'> {
  when: Condition
  rows: ReturnType<typeof useConditionRows>
}

/** The condition as a sentence, whether the page would play now, and what is wrong or doubtful. */
function Verdict({ when, rows, error, isLast }: VerdictProps) {
  const { t } = useTranslation()
  const nameOf = useSubjectName(when)
  const isComplete = when.tests.every(isWhole)
  const isNever = isComplete && contradictingTest(when) !== undefined
  const wrong = error ?? (isNever ? t('validation.never_true') : undefined)
  if (wrong)
    return (
      <p className={styles.warning} role="alert">
        {wrong}
      </p>
    )
  if (!isComplete) return null
  return (
    <div role="status">
      <p className={styles.sentence} dir="auto">
        {conditionSentence(t, when, nameOf)}
      </p>
      <p className={styles.answer}>{answerText(t, when, answerOf(when, rows, clock.now()))}</p>
      <Doubts when={when} rows={rows} />
      {isLast && <p className={styles.warning}>{t('conditions.allConditional')}</p>}
    </div>
  )
}

interface MannerProps {
  when: Condition
  onChange: (when: Condition) => void
}

/** What happens with old values, and how the page comes and goes. */
function Manner({ when, onChange }: MannerProps) {
  const { t } = useTranslation()
  const { older, holdSeconds, immediate } = when
  const chosen = older ? (older.plays ? 'plays' : 'stops') : 'last'
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          size="xs"
          label={t('conditions.older.label')}
          data={(['last', 'stops', 'plays'] as const).map((value) => ({
            value,
            label: t(`conditions.older.${value}`),
          }))}
          value={chosen}
          onChange={(event) => {
            const next = event.currentTarget.value
            const minutes = older?.minutes ?? 60
            onChange({ ...when, older: next === 'last' ? undefined : { minutes, plays: next === 'plays' } })
          }}
        />
        {older && (
          <NumberInput
            size="xs"
            label={t('conditions.older.minutes')}
            min={1}
            max={OLDER_MINUTES_MAX}
            allowDecimal={false}
            value={older.minutes}
            onChange={(minutes) =>
              typeof minutes === 'number' && onChange({ ...when, older: { ...older, minutes } })
            }
          />
        )}
      </div>
      <NumberInput
        size="xs"
        label={t('conditions.hold')}
        suffix={t('storyboards.seconds')}
        min={0}
        max={HOLD_SECONDS_MAX}
        allowDecimal={false}
        value={holdSeconds ?? ''}
        onChange={(seconds) =>
          onChange({ ...when, holdSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined })
        }
      />
      <Checkbox
        size="xs"
        label={t('conditions.immediate')}
        checked={immediate ?? false}
        onChange={(event) => onChange({ ...when, immediate: event.currentTarget.checked ? true : undefined })}
      />
    </>
  )
}

/** What is doubtful by the values of now. */
function Doubts({ when, rows }: { when: Condition; rows: ReturnType<typeof useConditionRows> }) {
  const { t } = useTranslation()
  const nameOf = useSubjectName(when)
  const { data: sources = [] } = useQuery({ ...sourcesQuery(), enabled: useCan('read', 'media') })
  const everyOf = (key: string) => {
    if (key.startsWith('weather/')) return WEATHER_EVERY
    const source = sources.find(({ name }) => searchKey(name) === key)
    return source?.hasUrl ? source.every : undefined
  }
  const doubts: Doubt[] = doubtsOf(when, rows, everyOf, clock.now())
  return doubts.map((doubt) => (
    <p key={`${doubt.kind} ${doubt.test}`} className={styles.warning}>
      {doubtText(t, doubt, when, nameOf)}
    </p>
  ))
}

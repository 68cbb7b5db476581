import { Button, SegmentedControl } from '@mantine/core'
import { ChatCircleIcon } from '@phosphor-icons/react/dist/csr/ChatCircle'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Question } from '@vitrine/contract/api/data/answers'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock } from '#lib/clock.ts'
import { downloadedText } from '#lib/text/done-text.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { questionsQuery } from '#queries/answers.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { Pictured, SmallPicture } from '#ui/screen/small-picture.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './answers.module.css'
import { PERIODS } from './answers-search.ts'
import { QuestionCard } from './question-card.tsx'

const DAY = 86_400_000

/** With a way to all answers, or to a page that asks. */
function NoAnswers({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  const mayMake = useCan('write', 'cards')
  const button = isFiltered ? (
    <Button variant="default" renderRoot={(props) => <Link to="/app/answers" {...props} />}>
      {t('table.clearFilter')}
    </Button>
  ) : (
    mayMake && (
      <Button renderRoot={(props) => <Link to="/app/cards/create" {...props} />}>{t('cards.add')}</Button>
    )
  )
  return (
    <EmptyState
      icon={ChatCircleIcon}
      title={t('answers.emptyTitle')}
      text={t('answers.emptyText')}
      action={button}
    />
  )
}

/** Answers given on screens, by question. */
export function AnswersPage() {
  const { t } = useTranslation()
  const { of: pageId, days } = useSearch({ from: '/app/answers' })
  // From the start of the hour: a stable query key while the page is open.
  const from = useMemo(
    () => (days === undefined ? undefined : Math.floor(clock.now() / 3_600_000) * 3_600_000 - days * DAY),
    [days],
  )
  const filter = { pageId, from }
  const query = useQuery(questionsQuery(filter))
  const save = useAction({
    write: async () =>
      saveContent(await download(api.answers.export.route, { query: filter }), 'answers.csv'),
    done: () => downloadedText('answers.csv'),
    failed: 'errors.get',
  })
  const only = query.data?.find((question) => question.pageId === pageId)?.pageName

  return (
    <Page
      title={only ? t('answers.titleOf', { name: only }) : t('answers.title')}
      intro={t('answers.intro')}
      actions={
        <Button
          variant="default"
          leftSection={<DownloadSimpleIcon size={16} aria-hidden="true" />}
          disabled={!query.data?.length}
          onClick={() => void save(undefined)}
        >
          {t('answers.export')}
        </Button>
      }
    >
      <Filters />
      {query.isPending && <p role="status">{t('overlay.loading')}</p>}
      {query.isError && !query.data && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {query.data?.length === 0 && <NoAnswers isFiltered={pageId !== undefined || days !== undefined} />}
      {byPage(query.data ?? []).map(({ pageId: id, pageName, questions }) => (
        <section key={id} className={styles.page} aria-label={pageName}>
          {!pageId && (
            <Pictured picture={<PageOf id={id} />}>
              <h2>{pageName}</h2>
            </Pictured>
          )}
          <div className={styles.questions}>
            {questions.map((question) => (
              <QuestionCard key={`${question.widgetId} ${question.type}`} question={question} from={from} />
            ))}
          </div>
        </section>
      ))}
    </Page>
  )
}

function Filters() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { of: pageId, days } = useSearch({ from: '/app/answers' })
  const set = (change: { of?: string; days?: number }) =>
    void navigate({ to: '/app/answers', search: { of: pageId, days, ...change }, replace: true })
  return (
    <div className={styles.filters}>
      <SegmentedControl
        aria-label={t('answers.period')}
        value={String(days ?? 0)}
        onChange={(next) => set({ days: Number(next) || undefined })}
        data={[
          { value: '0', label: t('answers.always') },
          ...PERIODS.map((period) => ({ value: String(period), label: t(`answers.days.${period}`) })),
        ]}
      />
      {pageId && (
        <SmallPicture>
          <PageOf id={pageId} />
        </SmallPicture>
      )}
      {pageId && (
        <Button variant="subtle" onClick={() => set({ of: undefined })}>
          {t('answers.allPages')}
        </Button>
      )}
    </div>
  )
}

/** Groups questions by page, in the order of their latest answers. */
function byPage(questions: readonly Question[]) {
  const pages = new Map<string, { pageId: string; pageName: string; questions: Question[] }>()
  for (const question of questions) {
    const { pageId, pageName } = question
    const page = pages.get(pageId) ?? { pageId, pageName, questions: [] }
    page.questions.push(question)
    pages.set(pageId, page)
  }
  return [...pages.values()]
}

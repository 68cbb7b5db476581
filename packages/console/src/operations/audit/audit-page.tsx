import { Button } from '@mantine/core'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { AuditFilter } from '@vitrine/contract/api/operations/audit'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { downloadedText } from '#lib/text/done-text.ts'
import { auditQuery } from '#queries/audit.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './audit.module.css'
import { filterOf } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'

/** Who did what, and when: everything, or the history of one thing. */
export function AuditPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/audit' })
  const filter = useMemo(() => filterOf(search), [search])
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const named = search.thing
    ? entries.find(({ thing }) => thing?.id === search.thing)?.thing?.name
    : undefined
  return (
    <Page
      title={
        named ? t('audit.historyOf', { name: named }) : t(search.thing ? 'audit.history' : 'audit.title')
      }
      intro={t('audit.intro')}
      breadcrumbs={
        search.thing
          ? [{ label: t('audit.title'), to: '/app/audit' }]
          : [{ label: t('settings.title'), to: '/app/settings' }]
      }
      actions={<Export filter={filter} />}
    >
      <AuditFilters />
      {query.isPending && <p role="status">{t('overlay.loading')}</p>}
      {query.isError && !query.data && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <EmptyState
          variant={isFiltered ? 'no-match' : 'first'}
          icon={ClockCounterClockwiseIcon}
          title={t(isFiltered ? 'audit.noMatch' : 'audit.emptyTitle')}
          text={t(isFiltered ? 'audit.noMatchText' : 'audit.emptyText')}
          action={
            isFiltered && (
              <Button variant="default" renderRoot={(props) => <Link to="/app/audit" {...props} />}>
                {t('table.clearFilter')}
              </Button>
            )
          }
        />
      )}
      {entries.length > 0 && <AuditList entries={entries} />}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={styles.older}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('audit.older')}
        </Button>
      )}
    </Page>
  )
}

function Export({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation()
  const save = useAction({
    write: async (format: 'csv' | 'jsonl') => {
      const content = await download(api.audit.export.route, { query: { ...filter, format } })
      saveContent(content, `audit.${format}`)
    },
    done: (_, format) => downloadedText(`audit.${format}`),
    failed: 'errors.get',
  })
  return (
    <MoreMenu
      label={t('audit.export')}
      size={36}
      entries={[
        { id: 'csv', label: t('audit.csv'), run: () => void save('csv') },
        { id: 'jsonl', label: t('audit.jsonl'), run: () => void save('jsonl') },
      ]}
    >
      <DownloadSimpleIcon size={18} aria-hidden="true" />
    </MoreMenu>
  )
}

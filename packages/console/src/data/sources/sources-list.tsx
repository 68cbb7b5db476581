import { ActionIcon } from '@mantine/core'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useNavigate } from '@tanstack/react-router'
import type { Source } from '@vitrine/contract/api/data/sources'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { sourcesKey, sourcesSource } from '#queries/sources.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './sources.module.css'

/** All data sources with the age of their last good copy, and errors since. */
export function SourcesList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'media')
  const deletion = useDeletion<Source>({
    remove: ({ id }) => api.sources.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'sources.deleteFailed',
    kind: 'source',
    invalidates: [sourcesKey],
  })
  const refresh = useAction({
    write: ({ id }: Source) => api.sources.refresh({ params: { id } }),
    done: (_, { name }) => t('sources.refreshed', { name }),
    failed: 'sources.refreshFailed',
    invalidates: [sourcesKey],
  })
  const columns = useColumns()
  return (
    <Page
      title={t('sources.title')}
      intro={t('sources.intro')}
      breadcrumbs={[{ label: t('media.title'), to: '/app/media-library' }]}
    >
      <DataTable
        label={t('sources.title')}
        source={sourcesSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={({ id }) => void navigate({ to: '/app/media-library/sources/edit/$id', params: { id } })}
        onDelete={mayWrite ? deletion.ask : undefined}
        rowActions={(source) =>
          mayWrite &&
          source.hasUrl && (
            <ActionIcon
              aria-label={t('sources.refresh', { name: source.name })}
              title={t('sources.refreshNow')}
              onClick={() => void refresh(source)}
            >
              <ArrowsClockwiseIcon size={18} aria-hidden="true" />
            </ActionIcon>
          )
        }
        create={
          mayWrite
            ? {
                label: t('sources.add'),
                onClick: () => void navigate({ to: '/app/media-library/sources/create' }),
              }
            : undefined
        }
        empty={{ icon: TableIcon, title: t('sources.emptyTitle'), text: t('sources.emptyText') }}
      />
      {deletion.dialog}
    </Page>
  )
}

/** Shows the error below the age of the last good copy. */
function useColumns(): Column<Source>[] {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return [
    { key: 'name', header: t('sources.name'), value: ({ name }) => name },
    {
      key: 'kind',
      header: t('sources.kind'),
      value: ({ kind }) => kind,
      render: ({ kind }) => t(`sources.kinds.${kind}`),
    },
    { key: 'rows', header: t('sources.rows'), value: ({ rows }) => rows, align: 'end' },
    {
      key: 'fetchedAt',
      header: t('sources.fetched'),
      value: ({ fetchedAt }) => fetchedAt,
      render: ({ fetchedAt, error, failures, note }) => (
        <div>
          {agoText(fetchedAt, Math.max(now, fetchedAt))}
          {note && <div className={styles.note}>{note}</div>}
          {error && (
            <div className={styles.error}>
              {t('sources.failing', { count: failures })} {error}
            </div>
          )}
        </div>
      ),
    },
  ]
}

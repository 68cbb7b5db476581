import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { agoText } from '#lib/text/ago.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { useNow } from '#lib/use-now.ts'
import { sourceQuery, sourceRowsQuery, sourcesKey } from '#queries/sources.ts'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { offeredSheet, offerSheet } from './api.ts'
import { EditableRows } from './editable-rows.tsx'
import { emptySource, SourceForm } from './source-form.tsx'
import styles from './sources.module.css'
import { SourcesList } from './sources-list.tsx'

// One chunk for three small screens that users switch between.
export function SourcesPage() {
  return <SourcesList />
}

export function SourceCreatePage() {
  const { t } = useTranslation()
  const create = useWrite({
    write: api.sources.create,
    done: ({ source }) => addedText(source.name),
    failed: 'sources.createFailed',
    invalidates: [sourcesKey],
  })
  const [sheet] = useState(offeredSheet)
  useEffect(() => () => offerSheet(undefined), [])
  return (
    <Page title={t('sources.add')} breadcrumbs={useSourceCrumbs()} width="form">
      <SourceForm values={emptySource()} offered={sheet} onSubmit={(body) => create({ body })} />
    </Page>
  )
}

export function SourceEditPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/app/media-library/sources/edit/$id' })
  const now = useNow(60_000)
  const breadcrumbs = useSourceCrumbs()
  const mayWrite = useCan('write', 'media')
  /** The next fetch would overwrite edits of fetched rows. */
  const edits = (isFetched: boolean) => mayWrite && !isFetched
  const update = useWrite({
    write: api.sources.update,
    done: ({ source }) => savedText(source.name),
    failed: 'sources.updateFailed',
    invalidates: [sourcesKey],
  })
  return (
    <RecordView query={useQuery(sourceQuery(id))}>
      {(
        {
          name,
          kind,
          url,
          hasUrl,
          path,
          sheet,
          stop,
          timezone,
          days,
          every,
          version,
          fetchedAt,
          error,
          failures,
        },
        reload,
      ) => (
        <Page
          title={name}
          intro={t('sources.age', { ago: agoText(fetchedAt, Math.max(now, fetchedAt)) })}
          breadcrumbs={breadcrumbs}
          history={id}
          width="form"
        >
          {error && (
            <p className={styles.error} role="status">
              {t('sources.failing', { count: failures })} {error} {t('sources.keeps')}
            </p>
          )}
          {edits(hasUrl) && <StoredRows id={id} />}
          <SourceForm
            id={id}
            showsRows={!edits(hasUrl)}
            values={{ name, kind, url, path, sheet, stop, timezone, days, every, version }}
            onSubmit={(body) => update({ params: { id }, body })}
            onReload={reload}
          />
        </Page>
      )}
    </RecordView>
  )
}

function StoredRows({ id }: { id: string }) {
  const { data } = useQuery(sourceRowsQuery(id))
  return data ? <EditableRows id={id} table={data} /> : null
}

/** Breadcrumbs of a source's form. */
function useSourceCrumbs(): Crumb[] {
  const { t } = useTranslation()
  return [
    { label: t('media.title'), to: '/app/media-library' },
    { label: t('sources.title'), to: '/app/media-library/sources' },
  ]
}

import { Button } from '@mantine/core'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readDocument } from '@vitrine/contract/layout-document'
import type { Layout } from '@vitrine/contract/layouts'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageGallery } from '#features/page-gallery.tsx'
import { freePageName } from '#features/page-names.ts'
import { PreviewOf } from '#features/page-preview-of.tsx'
import { api } from '#lib/api.ts'
import { Page } from '#ui/page.tsx'
import { useCan } from '#ui/use-can.ts'
import { useDeletion } from '#ui/use-deletion.tsx'
import { useAction } from '#ui/use-write.ts'
import { NewLayoutDialog } from './new-layout-dialog.tsx'
import { layoutsKey, layoutsQuery } from './queries.ts'

/** All layouts, each as the page that it is. */
export function LayoutsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayWrite = useCan('write', 'layouts')
  const query = useQuery(layoutsQuery())
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<Layout>()
  const deletion = useDeletion<Layout>({
    remove: ({ id }) => api.layouts.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteLayout',
    invalidates: [layoutsKey],
  })
  const duplicate = useAction({
    write: ({ name, width, height, widgets, config }: Layout) =>
      api.layouts.create({
        body: {
          name: freePageName(
            t('layouts.copyOf', { name }),
            client.getQueryData(layoutsQuery().queryKey) ?? [],
          ),
          width,
          height,
          widgets,
          config,
        },
      }),
    failed: 'errors.createLayout',
    invalidates: [layoutsKey],
  })
  const create = mayWrite && <Button onClick={() => setCreating(true)}>{t('layouts.add')}</Button>
  return (
    <Page title={t('layouts.title')} intro={t('layouts.intro')} actions={create}>
      <PageGallery
        query={query}
        label={t('layouts.title')}
        documentOf={(layout) => readDocument(layout, WIDGET_FIELDS)}
        note={({ width, height, widgets }) => t('layouts.note', { width, height, count: widgets.length })}
        open={(layout) => void navigate({ to: '/app/layouts/design/$id', params: { id: layout.id } })}
        actions={(layout) => [
          {
            id: 'edit',
            label: t('layouts.design'),
            run: () => void navigate({ to: '/app/layouts/design/$id', params: { id: layout.id } }),
          },
          { id: 'preview', label: t('layouts.preview'), run: () => setShown(layout) },
          ...(mayWrite
            ? [
                { id: 'duplicate', label: t('layouts.duplicate'), run: () => void duplicate(layout) },
                { id: 'delete', label: t('table.delete'), bad: true, run: () => deletion.ask(layout) },
              ]
            : []),
        ]}
        empty={{
          icon: LayoutIcon,
          title: t('layouts.emptyTitle'),
          text: t('layouts.emptyText'),
          action: create || undefined,
        }}
      />
      <NewLayoutDialog opened={creating} onClose={() => setCreating(false)} />
      {shown && (
        <PreviewOf
          id={shown.id}
          name={shown.name}
          document={readDocument(shown, WIDGET_FIELDS)}
          onClose={() => setShown(undefined)}
        />
      )}
      {deletion.dialog}
    </Page>
  )
}

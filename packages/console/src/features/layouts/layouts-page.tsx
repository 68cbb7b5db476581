import { Button } from '@mantine/core'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Layout, SCREEN_SIZES } from '@vitrine/contract/api/layouts'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asksSomething } from '#features/answers/queries.ts'
import { useSaveAsTemplate } from '#features/cards/api.ts'
import { PageGallery } from '#features/pages/gallery/page-gallery.tsx'
import { FirstTemplates } from '#features/templates/template-picker.tsx'
import { api } from '#lib/api.ts'
import { playOn } from '#lib/play-on.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { NewLayoutDialog } from './new-layout-dialog.tsx'
import { layoutsKey, layoutsQuery } from './queries.ts'

const PreviewOf = lazyPart(
  async () => (await import('#features/pages/preview/page-preview-of.tsx')).PreviewOf,
)

/** All layouts, each as the page that it is. */
export function LayoutsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayPlay = useCan('write', 'devices')
  const mayWrite = useCan('write', 'layouts')
  // Templates belong to the cards, wherever they come from.
  const mayTemplate = useCan('write', 'cards')
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
  const asTemplate = useSaveAsTemplate()
  useShortcut('c', mayWrite ? () => setCreating(true) : undefined)
  const create = mayWrite && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('layouts.add')}
    </Button>
  )
  return (
    <Page title={t('layouts.title')} intro={t('layouts.intro')} actions={create}>
      <PageGallery
        query={query}
        label={t('layouts.title')}
        documentOf={(layout) => readDocument(layout, WIDGET_FIELDS)}
        note={({ width, height, widgets }) =>
          t('layouts.note', { size: `\u2066${width} × ${height}\u2069`, count: widgets.length })
        }
        open={(layout) => void navigate({ to: '/app/layouts/design/$id', params: { id: layout.id } })}
        actions={(layout) => [
          {
            id: 'edit',
            label: t('layouts.design'),
            run: () => void navigate({ to: '/app/layouts/design/$id', params: { id: layout.id } }),
          },
          { id: 'preview', label: t('layouts.preview'), run: () => setShown(layout) },
          ...(mayPlay
            ? [
                {
                  id: 'play',
                  label: t('playOn.title'),
                  run: () => playOn({ subject: { kind: 'layout', id: layout.id } }),
                },
              ]
            : []),
          ...(asksSomething(layout)
            ? [
                {
                  id: 'answers',
                  label: t('answers.show'),
                  run: () => void navigate({ to: '/app/answers', search: { of: layout.id } }),
                },
              ]
            : []),
          ...(mayWrite
            ? [
                { id: 'duplicate', label: t('layouts.duplicate'), run: () => void duplicate(layout) },
                ...(mayTemplate
                  ? [{ id: 'template', label: t('cards.asTemplate'), run: () => void asTemplate(layout) }]
                  : []),
                { id: 'delete', label: t('table.delete'), bad: true, run: () => deletion.ask(layout) },
              ]
            : []),
        ]}
        empty={{
          icon: LayoutIcon,
          title: t('layouts.emptyTitle'),
          text: t('layouts.emptyText'),
          action: mayWrite && (
            <>
              <FirstTemplates
                size={SCREEN_SIZES[1]}
                onChoose={({ key }) =>
                  void navigate({ to: '/app/layouts/design', search: { template: key } })
                }
              />
              {create}
            </>
          ),
        }}
      />
      <NewLayoutDialog opened={creating} onClose={() => setCreating(false)} />
      {shown && (
        <Waiting quiet>
          <PreviewOf
            id={shown.id}
            name={shown.name}
            document={readDocument(shown, WIDGET_FIELDS)}
            onClose={() => setShown(undefined)}
          />
        </Waiting>
      )}
      {deletion.dialog}
    </Page>
  )
}

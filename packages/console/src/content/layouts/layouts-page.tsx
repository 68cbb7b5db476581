import { Button } from '@mantine/core'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Layout, SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaveAsTemplate } from '#content/cards/api.ts'
import { PageGallery, type PageName } from '#content/pages/gallery/page-gallery.tsx'
import { FirstTemplates } from '#content/templates/template-picker.tsx'
import { api } from '#lib/api.ts'
import { playOn } from '#lib/play-on.ts'
import { addedText } from '#lib/text/done-text.ts'
import { trashKey, undoDeletion, undoDeletions } from '#lib/trash.ts'
import { useTagsAndDeletion } from '#pickers/tags/tags-picker.tsx'
import { asksSomething } from '#queries/answers.ts'
import { bulkEffects, deletionEffects } from '#queries/deletion-effects.ts'
import { freeLayoutName, layoutPiecesQuery, layoutsKey } from '#queries/layouts.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { useSelection } from '#ui/list/use-selection.ts'
import { Page } from '#ui/page/page.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import type { MenuEntry } from '#ui/work/more-menu.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { NewLayoutDialog } from './new-layout-dialog.tsx'

const PreviewOf = lazyPart(async () => (await import('#content/pages/preview/page-preview-of.tsx')).PreviewOf)

/** All layouts as thumbnails. */
export function LayoutsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'layouts')
  const { q, tag } = useListState()
  const [creating, setCreating] = useState(false)
  const [previewed, setPreviewed] = useState<Layout>()
  const deletion = useDeletion<Layout>({
    remove: ({ id }) => api.layouts.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteLayout',
    kind: 'layout',
    find: deletionEffects.layout,
    invalidates: [layoutsKey, trashKey],
    undo: undoDeletion,
  })
  const design = useDesign()
  const many = useLayoutsBulk()
  const actions = useLayoutActions({ onPreview: setPreviewed, onDelete: deletion.ask, tagsOf: many.tagsOf })
  useShortcut('c', mayWrite ? () => setCreating(true) : undefined)
  const create = mayWrite && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('layouts.add')}
    </Button>
  )
  const first = mayWrite && (
    <>
      <FirstTemplates
        size={SCREEN_SIZES[1]}
        onChoose={({ key }) => void navigate({ to: '/app/layouts/design', search: { template: key } })}
      />
      {create}
    </>
  )
  return (
    <Page title={t('layouts.title')} intro={t('layouts.intro')} actions={create} trash="layout">
      <PageGallery
        query={useInfiniteQuery(layoutPiecesQuery({ q, tag }))}
        label={t('layouts.title')}
        note={({ width, height, widgets }) =>
          t('layouts.note', { size: `\u2066${width} × ${height}\u2069`, count: widgets.length })
        }
        open={design}
        actions={actions}
        bulk={mayWrite ? { ...many.bulk, loadAll: allNames } : undefined}
        empty={{
          icon: LayoutIcon,
          title: t('layouts.emptyTitle'),
          text: t('layouts.emptyText'),
          action: first,
        }}
      />
      <NewLayoutDialog opened={creating} onClose={() => setCreating(false)} />
      {previewed && <Preview layout={previewed} onClose={() => setPreviewed(undefined)} />}
      {deletion.dialog}
      {many.dialogs}
    </Page>
  )
}

const allNames = async (search: string | undefined, tag: string | undefined) =>
  (await api.layouts.list({ query: { search, tag, made: '0' } })).layoutList

function useLayoutsBulk() {
  const selection = useSelection<PageName>()
  const removal = useBulkDeletion({
    selection,
    write: (ids) => api.layouts.removeMany({ body: { ids } }),
    kind: 'layout',
    find: bulkEffects.page,
    undo: undoDeletions,
    invalidates: [layoutsKey, trashKey],
  })
  return useTagsAndDeletion('layouts', selection, { ...removal.bulk, dialog: removal.dialog })
}

function Preview({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const { id, name } = layout
  return (
    <Waiting quiet>
      <PreviewOf id={id} name={name} document={readDocument(layout, WIDGET_FIELDS)} onClose={onClose} />
    </Waiting>
  )
}

function useDesign() {
  const navigate = useNavigate()
  return ({ id }: Layout) => void navigate({ to: '/app/layouts/design/$id', params: { id } })
}

function useDuplicate() {
  const { t } = useTranslation()
  return useAction({
    write: async ({ name: original, width, height, widgets, config, tags = [] }: Layout) => {
      const name = await freeLayoutName(t('layouts.copyOf', { name: original }))
      const created = await api.layouts.create({ body: { name, width, height, widgets, config } })
      if (tags.length > 0) await api.layouts.tagMany({ body: { ids: [created.layout.id], add: tags } })
      return created
    },
    done: ({ layout }) => addedText(layout.name),
    failed: 'errors.createLayout',
    invalidates: [layoutsKey],
  })
}

interface LayoutActions {
  onPreview: (layout: Layout) => void
  onDelete: (layout: Layout) => void
  tagsOf: (layout: Layout) => MenuEntry
}

function useLayoutActions({ onPreview, onDelete, tagsOf }: LayoutActions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const design = useDesign()
  const duplicate = useDuplicate()
  const saveAsTemplate = useSaveAsTemplate()
  const mayPlay = useCan('write', 'devices')
  const mayWrite = useCan('write', 'layouts')
  // A template is a card, even one made from a layout.
  const mayTemplate = useCan('write', 'cards') && mayWrite
  return (layout: Layout): (MenuEntry | false)[] => [
    { id: 'edit', label: t('layouts.design'), run: () => design(layout) },
    { id: 'preview', label: t('layouts.preview'), run: () => onPreview(layout) },
    mayPlay && {
      id: 'play',
      label: t('playOn.title'),
      run: () => playOn({ subject: { kind: 'layout', id: layout.id } }),
    },
    asksSomething(layout) && {
      id: 'answers',
      label: t('answers.show'),
      run: () => void navigate({ to: '/app/answers', search: { of: layout.id } }),
    },
    mayWrite && tagsOf(layout),
    mayWrite && { id: 'duplicate', label: t('layouts.duplicate'), run: () => void duplicate(layout) },
    mayTemplate && { id: 'template', label: t('cards.asTemplate'), run: () => void saveAsTemplate(layout) },
    mayWrite && { id: 'delete', label: t('table.delete'), bad: true, run: () => onDelete(layout) },
  ]
}

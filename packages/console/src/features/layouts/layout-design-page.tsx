import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PAGE_MAX, PAGE_MIN, readDocument } from '@vitrine/contract/layout-document'
import { DEFAULT_LAYOUT_HEIGHT, DEFAULT_LAYOUT_WIDTH, type Layout } from '@vitrine/contract/layouts'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageDesigner } from '#features/page-designer.tsx'
import { freePageName } from '#features/page-names.ts'
import { useTemplate } from '#features/templates/api.ts'
import { api } from '#lib/api.ts'
import { useCan } from '#ui/use-can.ts'
import { LoadFailed, PageWaiting } from './designer/load-failed.tsx'
import type { Page } from './designer/page.ts'
import { Designer } from './designer/store.ts'
import type { SavePage } from './designer/use-save.ts'
import { layoutQuery, layoutsKey, layoutsQuery } from './queries.ts'

const pageOf = (layout: Layout): Page => ({ name: layout.name, ...readDocument(layout, WIDGET_FIELDS) })

/** A side that a page can have. */
const possible = (side: number | undefined) =>
  side !== undefined && side >= PAGE_MIN && side <= PAGE_MAX ? side : undefined

/** A new layout has become one with an address: its designer goes on there, with its history. */
const moved = new Map<string, Designer>()

/** `layouts/design`: a new layout of the designed type, empty or from a template. */
export function LayoutNewPage() {
  const { t } = useTranslation()
  const { width, height, template: key } = useSearch({ from: '/app/layouts/design' })
  const names = useQuery(layoutsQuery())
  const template = useTemplate(key)
  if (names.isPending || template === undefined) return <PageWaiting />
  const name = freePageName(template?.name ?? t('layouts.newName'), names.data ?? [])
  const page: Page = {
    name,
    width: possible(width) ?? DEFAULT_LAYOUT_WIDTH,
    height: possible(height) ?? DEFAULT_LAYOUT_HEIGHT,
    widgets: [],
    ...template?.document,
  }
  return <LayoutDesigner id="" page={page} version={undefined} />
}

/** `layouts/design/{id}` */
export function LayoutDesignPage() {
  const { id } = useParams({ from: '/app/layouts/design/$id' })
  // What is edited must not change under the hands: loaded once, then only when asked.
  const query = useQuery({
    ...layoutQuery(id),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.isFetching && !query.data) return <PageWaiting />
  if (!query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  return <LayoutDesigner key={id} id={id} page={pageOf(query.data)} version={query.data.version} />
}

function LayoutDesigner({ id, page, version }: { id: string; page: Page; version: number | undefined }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'layouts')
  const [designer] = useState(() => moved.get(id) ?? new Designer(page))
  moved.delete(id)
  const known = useRef(version)

  const save: SavePage = async ({ name, document }, overwrite) => {
    const body = { name, type: 'designed' as const, ...document }
    const { layout } = id
      ? await api.layouts.update({
          params: { id },
          body: { ...body, version: overwrite ? undefined : known.current },
        })
      : await api.layouts.create({ body })
    known.current = layout.version
    client.setQueryData(layoutQuery(layout.id).queryKey, layout)
    void client.invalidateQueries({ queryKey: layoutsKey, exact: true })
    if (id) return
    moved.set(layout.id, designer)
    // After the page has been marked as saved, or it would be asked about.
    setTimeout(
      () => void navigate({ to: '/app/layouts/design/$id', params: { id: layout.id }, replace: true }),
    )
  }
  const reload = async () => {
    const { layout } = await api.layouts.get({ params: { id } })
    known.current = layout.version
    designer.open(pageOf(layout))
  }

  return (
    <PageDesigner
      designer={designer}
      kind="layouts"
      id={id}
      draftKey={id ? `layout ${id}` : 'layout new'}
      back={{ to: '/app/layouts', label: t('layouts.title') }}
      nameLabel={t('layouts.name')}
      failed={id ? 'errors.updateLayout' : 'errors.createLayout'}
      mayWrite={mayWrite}
      sizes
      save={save}
      reload={reload}
    />
  )
}

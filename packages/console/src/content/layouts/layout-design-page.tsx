import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  DEFAULT_LAYOUT_HEIGHT,
  DEFAULT_LAYOUT_WIDTH,
  type Layout,
} from '@vitrine/contract/api/content/layouts'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import {
  PAGE_MAX,
  PAGE_MIN,
  type ReadDocument,
  readDocument,
} from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaySaved } from '#content/pages/designer/bar/on-screens.tsx'
import { StandaloneDesigner } from '#content/pages/standalone-designer.tsx'
import { useTemplate } from '#content/templates/api.ts'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import { api } from '#lib/api.ts'
import { freeLayoutName, layoutQuery, layoutsKey } from '#queries/layouts.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { LoadFailed, PageWaiting } from './load-failed.tsx'
import { useAdapted } from './use-adapted.ts'

type Page = ReadDocument & { name: string }

const pageOf = (layout: Layout): Page => ({ name: layout.name, ...readDocument(layout, WIDGET_FIELDS) })

/** The side, if it is within a page's limits. */
const possible = (side: number | undefined) =>
  side !== undefined && side >= PAGE_MIN && side <= PAGE_MAX ? side : undefined

/**
 * `layouts/design` and `layouts/design/{id}` share a component, so that the first save of a new layout changes the
 * URL without remounting the designer.
 */
export function LayoutDesignPage() {
  const { id = '' } = useParams({ strict: false })
  const [shown, setShown] = useState(id)
  /** The number of new layouts started here. */
  const [newCount, setNewCount] = useState(0)
  /** The id of the last new layout, after its first save. */
  const [made, setMade] = useState('')
  if (shown !== id) {
    setShown(id)
    if (id === '') {
      setNewCount(newCount + 1)
      setMade('')
    }
  }
  if (id === '' || id === made) return <NewLayout key={`new ${newCount}`} id={made} onMade={setMade} />
  return <StoredLayout key={id} id={id} />
}

interface NewLayoutProps {
  /** Empty until the first save. */
  id: string
  onMade: (id: string) => void
}

/** A new layout of the designed type, empty or from a template. */
function NewLayout({ id, onMade }: NewLayoutProps) {
  const { t } = useTranslation()
  // Keep the initial parameters: after saving, the layout's URL no longer has them.
  const [{ width, height, adapt, template: key }] = useState<InitialPage>(useSearch({ strict: false }))
  const [proposed] = useState(takeProposed)
  const template = useTemplate(key)
  const size = {
    width: possible(width) ?? DEFAULT_LAYOUT_WIDTH,
    height: possible(height) ?? DEFAULT_LAYOUT_HEIGHT,
  }
  const adapted = useAdapted(proposed ? undefined : adapt, size)
  const wanted = template?.name ?? proposed?.name ?? adapted.page?.name ?? t('layouts.newName')
  const name = useQuery({
    queryKey: [...layoutsKey, 'free name', wanted],
    queryFn: () => freeLayoutName(wanted),
    enabled: template !== undefined || proposed !== undefined,
    gcTime: 0,
  })
  if (adapted.isLoading || name.isPending) return <PageWaiting />
  const page: Page = {
    name: name.data ?? wanted,
    ...size,
    widgets: [],
    ...(proposed ?? adapted.page),
    ...template?.document,
    ...(name.data && { name: name.data }),
  }
  return <LayoutDesigner id={id} page={page} version={undefined} onMade={onMade} />
}

/** A stored page in another size, which opens as a new layout. */
let next: Page | undefined
const propose = (page: Page) => {
  next = page
}
/** Taken after the render: React may render a component twice before it shows it. */
function takeProposed(): Page | undefined {
  const page = next
  setTimeout(() => {
    if (next === page) next = undefined
  })
  return page
}

function useOpenNew() {
  const navigate = useNavigate()
  return (page: Page) => {
    propose(page)
    const { width, height } = page
    void navigate({ to: '/app/layouts/design', search: { width, height } })
  }
}

interface InitialPage {
  width?: number
  height?: number
  /** `card:` or `layout:` and an id. */
  adapt?: string
  template?: string
}

function StoredLayout({ id }: { id: string }) {
  // Load once: a refetch must not change what a user is editing.
  const query = useQuery({
    ...layoutQuery(id),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.isFetching && !query.data) return <PageWaiting />
  if (!query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  return <LayoutDesigner id={id} page={pageOf(query.data)} version={query.data.version} />
}

interface LayoutDesignerProps {
  id: string
  /** As loaded; later values are ignored. */
  page: Page
  version: number | undefined
  /** Called with the id of a new layout after its first save. */
  onMade?: (id: string) => void
}

function LayoutDesigner({ id, page, version, onMade }: LayoutDesignerProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'layouts')
  const base = useRef(version)
  const saySaved = useSaySaved(id)
  const openNew = useOpenNew()
  const [saved, setSaved] = useState<Layout>()

  const save = async ({ name, document }: { name: string; document: LayoutDocument }, overwrite: boolean) => {
    const body = { name, type: 'designed' as const, ...document }
    const { layout } = id
      ? await api.layouts.update({
          params: { id },
          body: { ...body, version: overwrite ? undefined : base.current },
        })
      : await api.layouts.create({ body })
    base.current = layout.version
    void client.invalidateQueries({ queryKey: layoutsKey })
    setSaved(layout)
    saySaved({ kind: 'layout', id: layout.id })
    if (id) return
    onMade?.(layout.id)
    // The URL change keeps the designer mounted with edits made during the save, so there is nothing to ask about.
    void navigate({
      to: '/app/layouts/design/$id',
      params: { id: layout.id },
      replace: true,
      ignoreBlocker: true,
    })
  }
  const reload = async () => {
    const { layout } = await api.layouts.get({ params: { id } })
    base.current = layout.version
    return pageOf(layout)
  }

  return (
    <>
      <StandaloneDesigner
        page={page}
        kind="layouts"
        id={id}
        draftKey={id ? `layout ${id}` : 'layout new'}
        back={{ to: '/app/layouts', label: t('layouts.title') }}
        nameLabel={t('layouts.name')}
        failed={id ? 'errors.updateLayout' : 'errors.createLayout'}
        mayWrite={mayWrite}
        templates={LateTemplatePicker}
        sizes
        {...(id && { openNew })}
        base={base}
        save={save}
        reload={reload}
      />
      {saved && <TakenPicture key={saved.version} layout={saved} onTaken={() => setSaved(undefined)} />}
    </>
  )
}

const LayoutPicture = lazyPart(async () => (await import('./layout-picture.tsx')).LayoutPicture)

/** Lists show the new picture as soon as it is stored. */
function TakenPicture({ layout, onTaken }: { layout: Layout; onTaken: () => void }) {
  const client = useQueryClient()
  const [document] = useState(() => readDocument(layout, WIDGET_FIELDS))
  const done = () => {
    void client.invalidateQueries({ queryKey: layoutsKey })
    onTaken()
  }
  return (
    <Waiting quiet>
      <LayoutPicture id={layout.id} document={document} onTaken={done} />
    </Waiting>
  )
}

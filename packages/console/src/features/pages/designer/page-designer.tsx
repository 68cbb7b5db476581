import { SegmentedControl } from '@mantine/core'
import {
  mediaInDocument,
  type ReadWidget,
  readDocument,
  WIDGETS_MAX,
} from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { sameZones, usePageFieldsHost } from '#features/pages/host/page-fields-host.tsx'
import { usePageHost } from '#features/pages/host/page-host.ts'
import { playOn } from '#lib/play-on.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { notify } from '#lib/toasts.ts'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { ReadOnlyNote } from '#ui/form/read-only.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { openPalette, usePaletteSource } from '#ui/palette/palette-source.ts'
import { useCan } from '#ui/work/use-can.ts'
import { NarrowNotice } from './bar/narrow-notice.tsx'
import { type Back, TopBar } from './bar/top-bar.tsx'
import { usePaletteCommands } from './bar/use-palette-commands.ts'
import { Canvas } from './canvas/canvas.tsx'
import { LiveRegion } from './canvas/live-region.tsx'
import { Minimap } from './canvas/minimap.tsx'
import { Overlay } from './canvas/overlay.tsx'
import { removed } from './commands/edit.ts'
import styles from './designer.module.css'
import type { Point } from './geometry/rect.ts'
import { Inspector } from './inspector/inspector.tsx'
import { leadingNowhere } from './leading-nowhere.ts'
import { AddPanel } from './panels/add-panel.tsx'
import type { TemplateChooser } from './panels/template-choice.ts'
import { type BaseVersion, DraftNotice, useDraftKeeper } from './saving/draft-notice.tsx'
import { type SavePage, useSave } from './saving/use-save.ts'
import { type Page, withWidgets } from './state/page.ts'
import type { Designer, Request } from './state/store.ts'
import { DesignerProvider, useDesignerState, useLaterPage } from './state/use-designer.ts'

const LayersPanel = lazyPart(async () => (await import('./panels/layers-panel.tsx')).LayersPanel)
const ContextMenu = lateDialog(async () => (await import('./bar/context-menu.tsx')).ContextMenu, {
  ahead: false,
})
const ConflictDialog = lateDialog(async () => (await import('./saving/conflict-dialog.tsx')).ConflictDialog, {
  ahead: false,
})
const CommandsDialog = lateDialog(async () => (await import('./bar/commands-dialog.tsx')).CommandsDialog, {
  ahead: false,
})
const DeleteDialog = lateDialog(async () => (await import('#ui/dialog/delete-dialog.tsx')).DeleteDialog, {
  ahead: false,
})
const PageVersionsDialog = lateDialog(
  async () => (await import('#features/pages/versions/page-versions-dialog.tsx')).PageVersionsDialog,
  { ahead: false },
)
const Starters = lazyPart(async () => (await import('./panels/starters.tsx')).Starters)
const Rulers = lazyPart(async () => (await import('./canvas/rulers.tsx')).Rulers)
const PreviewOf = lazyPart(
  async () => (await import('#features/pages/preview/page-preview-of.tsx')).PreviewOf,
)

interface PageDesignerProps {
  designer: Designer
  kind: 'cards' | 'layouts'
  /** Empty until the first save. */
  id: string
  /** Names the draft of this page in the browser. */
  draftKey: string
  back: Back
  nameLabel: string
  /** The failure's own words, e.g. `errors.updateLayout`. */
  failed: TextKey
  mayWrite: boolean
  templates: TemplateChooser
  /** The page's size may be changed; cards have one size. */
  sizes?: boolean
  base: BaseVersion
  save: SavePage
  /** Loads the page as the server has it now, instead of what is here. */
  reload: () => Promise<void>
}

/** The editor of a page, whichever kind of thing the page belongs to. It fills the window. */
export function PageDesigner(props: PageDesignerProps) {
  return (
    <DesignerProvider value={props.designer}>
      <Editor {...props} />
    </DesignerProvider>
  )
}

type Opened = 'help' | 'preview' | 'delete' | 'history' | null

function Editor({
  designer,
  kind,
  id,
  draftKey,
  back,
  nameLabel,
  failed,
  mayWrite,
  templates,
  base,
  save,
  reload,
  sizes = false,
}: PageDesignerProps) {
  const { t } = useTranslation()
  // What is typed into a setting is no matter here: this draws all the panels and dialogs anew.
  const document = useLaterPage(sameForHosts)
  const { name, count } = useDesignerState(({ page }) => ({ name: page.name, count: page.widgets.length }))
  const options = useDesignerState((state) => state.options)
  const [opened, setOpened] = useState<Opened>(null)
  const [menu, setMenu] = useState<Point | null>(null)
  const [panel, setPanel] = useState<'add' | 'layers'>('add')
  const [renaming, setRenaming] = useState<string | null>(null)
  const host = usePageHost({ document, mode: 'design', motion: options.motion })
  const fields = usePageFieldsHost({
    id,
    name,
    document,
    current: useCallback(() => designer.state.page, [designer]),
    onWidget: (widget) =>
      designer.commit(withWidgets(designer.state.page, [widget]), { name: 'edit', count: 1 }),
  })
  const saving = useSave({ designer, save, failed, draftKey })
  const draft = useDraftKeeper(designer, draftKey, base)

  usePaletteSource(usePaletteCommands())

  const mayPlay = useCan('write', 'devices')
  useEffect(() => designer.set({ mayPlay }), [designer, mayPlay])
  // Heard before all others: what cannot be seen takes no focus.
  useLayoutEffect(
    () =>
      designer.onRequest((request) => {
        if (!designer.state.options.panels && IN_PANELS.includes(request))
          flushSync(() => designer.toggle('panels'))
      }),
    [designer],
  )
  const { saveNow } = saving
  const leadsTo = useRef(fields.host.actions)
  leadsTo.current = fields.host.actions
  // What was saved with actions that lead nowhere plays, but not as it was meant.
  const tellMissing = useCallback(() => {
    const lost = leadingNowhere(designer.state.page, leadsTo.current)
    if (lost.length === 0) return
    const names = namesOf(lost) ?? t('designer.several', { count: lost.length })
    notify({ kind: 'warning', message: t('designer.leadsNowhere', { names }) })
  }, [designer, t])
  useEffect(
    () =>
      designer.onRequest((request) => {
        if (request === 'save') void saveNow().then((saved) => saved && tellMissing())
        if (request === 'preview' || request === 'help' || request === 'delete' || request === 'history')
          setOpened(request)
        if (request === 'full')
          notify({ kind: 'warning', message: t('designer.full', { count: WIDGETS_MAX }) })
        if (request === 'palette') openPalette()
        if (request === 'play') {
          if (id === '' || designer.isDirty()) notify({ kind: 'warning', message: t('designer.saveFirst') })
          else playOn({ subject: { kind: kind === 'cards' ? 'card' : 'layout', id } })
        }
        if (request === 'search') {
          flushSync(() => setPanel('add'))
          focusSearch()
        }
        if (request === 'rename') {
          setPanel('layers')
          setRenaming(designer.state.selection[0] ?? null)
        }
        if (request === 'canvas') focusCanvas()
      }),
    [designer, saveNow, tellMissing, id, kind, t],
  )
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still && designer.state.options.motion) designer.toggle('motion')
  }, [designer])
  const close = () => {
    setOpened(null)
    focusCanvas()
  }

  return (
    <div className={styles.designer} data-designer="" data-panels={options.panels}>
      <h1 className="visually-hidden">{name}</h1>
      <TopBar
        id={id}
        back={back}
        nameLabel={nameLabel}
        savedAt={saving.savedAt}
        saving={saving.saving}
        mayWrite={mayWrite}
      />
      <div className={styles.notes}>
        <DraftNotice draft={draft} />
        {!mayWrite && <ReadOnlyNote />}
      </div>
      <section className={`${styles.side} ${styles.start}`} aria-label={t('designer.panels.start')}>
        <div className={styles.tabs}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('designer.panels.start')}
            value={panel}
            onChange={(next) => setPanel(next as 'add' | 'layers')}
            data={[
              { value: 'add', label: t('designer.panels.add') },
              { value: 'layers', label: t('designer.panels.layers', { count }) },
            ]}
          />
        </div>
        {panel === 'add' ? (
          <AddPanel />
        ) : (
          <Waiting>
            <LayersPanel renaming={renaming} onRename={setRenaming} onMenu={setMenu} />
          </Waiting>
        )}
      </section>
      <div className={styles.canvasCell}>
        <Canvas host={host} onMenu={setMenu}>
          <Overlay />
          {options.rulers && (
            <Waiting quiet>
              <Rulers />
            </Waiting>
          )}
          <Minimap />
        </Canvas>
        {count === 0 && (
          <Waiting quiet>
            <Starters templates={templates} />
          </Waiting>
        )}
      </div>
      <section className={`${styles.side} ${styles.end}`} aria-label={t('designer.panels.end')}>
        <Inspector host={fields.host} sizes={sizes} showErrors={saving.tried} />
      </section>
      <LiveRegion />
      <NarrowNotice back={back} />
      <ContextMenu opened={menu !== null} at={menu} onClose={() => setMenu(null)} />
      <CommandsDialog opened={opened === 'help'} onClose={close} />
      <DeleteDialog
        opened={opened === 'delete'}
        name={namesOf(designer.movable()) ?? t('designer.several', { count: designer.movable().length })}
        onClose={close}
        onDelete={() => {
          removed(designer, 'delete')
          close()
        }}
      />
      {opened === 'preview' && (
        <Waiting quiet>
          <PreviewOf id={id} name={name} document={designer.state.page} onClose={close} />
        </Waiting>
      )}
      <PageVersionsDialog
        kind={kind}
        id={id}
        opened={opened === 'history'}
        onClose={close}
        onRestore={(document) => {
          const restored = { name: designer.state.page.name, ...readDocument(document, WIDGET_FIELDS) }
          designer.commit(restored, { name: 'restore', count: 1 })
          close()
        }}
      />
      <ConflictDialog opened={saving.conflict !== undefined} saving={saving} reload={reload} />
      {fields.dialogs}
      <UnsavedGuard when={() => mayWrite && designer.isDirty()} />
    </div>
  )
}

/** Forms and widgets look things up in the page: its media, and what its zones play. */
const sameForHosts = (a: Page, b: Page): boolean =>
  a === b || (sameZones(a, b) && mediaKey(a) === mediaKey(b))
const mediaKey = (page: Page) => mediaInDocument(page, WIDGET_FIELDS).join(' ')

const focusCanvas = () => {
  // After whatever closed has given the focus back.
  setTimeout(() => document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true }))
}

const focusSearch = () => document.querySelector<HTMLElement>('[data-designer] input[type="search"]')?.focus()

/** So many can be told by name. */
const NAMED = 5
const namesOf = (widgets: readonly ReadWidget[]) =>
  widgets.length > NAMED ? undefined : widgets.map(({ name }) => name).join(', ')

/** What is done in the panels, which may be put away. */
const IN_PANELS: readonly Request[] = ['rename', 'content', 'properties', 'search']

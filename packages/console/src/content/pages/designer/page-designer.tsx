import { SegmentedControl } from '@mantine/core'
import { mediaInDocument, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Host } from '@vitrine/widgets/host'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sameZones, usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import type { TextKey } from '#lib/text/i18n.ts'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import { usePlace } from '#queries/templates.ts'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { ReadOnlyNote } from '#ui/form/read-only.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { type Back, TopBar } from './bar/top-bar.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { Overlay } from './canvas/overlay.tsx'
import styles from './designer.module.css'
import { focusCanvas } from './focus-canvas.ts'
import type { Point } from './geometry/rect.ts'
import { Inspector } from './inspector/inspector.tsx'
import { AddPanel } from './panels/add-panel.tsx'
import type { TemplateChooser } from './panels/template-choice.ts'
import type { DraftKeeper } from './saving/draft-keeper.ts'
import { type SavePage, useSave } from './saving/use-save.ts'
import { type Page, withWidgets } from './state/page.ts'
import type { Designer } from './state/store.ts'
import { DesignerProvider, useDesignerState, useLaterPage } from './state/use-designer.ts'
import { type Opened, type Panel, useDesignerOptions, useRequests } from './use-requests.ts'

const Minimap = lazyPart(async () => (await import('./canvas/minimap.tsx')).Minimap)
const LayersPanel = lazyPart(async () => (await import('./panels/layers-panel.tsx')).LayersPanel)
const NarrowNotice = lazyPart(async () => (await import('./bar/narrow-notice.tsx')).NarrowNotice)
const DesignerDialogs = lazyPart(async () => (await import('./designer-dialogs.tsx')).DesignerDialogs)
const Starters = lazyPart(async () => (await import('./panels/starters.tsx')).Starters)
const DraftNotice = lazyPart(async () => (await import('./saving/draft-notice.tsx')).DraftNotice)
const Rulers = lazyPart(async () => (await import('./canvas/rulers.tsx')).Rulers)
const LateComments = lazyPart(
  async () => (await import('#content/pages/comments/comments-button.tsx')).LateComments,
)
const ContextMenu = lateDialog(async () => (await import('./bar/context-menu.tsx')).ContextMenu)
const PartsPanel = lazyPart(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.PartsPanel,
)
const PartChangesDialog = lateDialog(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.PartChangesDialog,
)
const ImpactDialog = lateDialog(async () => (await import('./saving/impact-dialog.tsx')).ImpactDialog)
const ConflictDialog = lateDialog(async () => (await import('./saving/conflict-dialog.tsx')).ConflictDialog)

interface PageDesignerProps {
  designer: Designer
  kind: 'cards' | 'layouts' | 'parts'
  /** Empty until the first save. */
  id: string
  draft: DraftKeeper | undefined
  back: Back
  nameLabel: string
  /** The error message of a failed save, such as `errors.updateLayout`. */
  failed: TextKey
  mayWrite: boolean
  templates: TemplateChooser
  /** Allows changing the page's size; cards have a fixed size. */
  sizes?: boolean
  /** Opens a page as a new one, unsaved. */
  openNew?: (page: Page) => void
  save: SavePage
  /** Reloads the server's version, discarding local changes. */
  reload: () => Promise<void>
}

/** The page editor, which fills the window, for any kind of page. */
export function PageDesigner(props: PageDesignerProps) {
  return (
    <DesignerProvider value={props.designer}>
      <Editor {...props} />
    </DesignerProvider>
  )
}

function Editor({
  designer,
  kind,
  id,
  draft,
  back,
  nameLabel,
  failed,
  mayWrite,
  templates,
  save,
  reload,
  sizes = false,
  openNew,
}: PageDesignerProps) {
  const { t } = useTranslation()
  designer.place = usePlace()
  designer.groupLabel = t('designer.groupLabel')
  designer.sizes = sizes
  designer.openNew = openNew
  designer.isPart = kind === 'parts'
  designer.mayDesign = useCan('write', 'layouts')
  // Typing into a setting must not re-render all panels and dialogs.
  const document = useLaterPage(sameForHosts)
  const { name, count } = useDesignerState(({ page }) => ({ name: page.name, count: page.widgets.length }))
  const options = useDesignerState((state) => state.options)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [deleted, setDeleted] = useState<readonly ReadWidget[]>([])
  const [menu, setMenu] = useState<Point | null>(null)
  const [panel, setPanel] = useState<Panel>('add')
  const [renaming, setRenaming] = useState<string | null>(null)
  const { document: drawn } = useExpanded(document)
  const host = usePageHost({ document: drawn, mode: 'design', motion: options.motion, asScreen: true })
  const saving = useSave({ designer, save, failed, kind, id })
  const fields = usePageFieldsHost({
    id,
    name,
    document,
    current: useCallback(() => designer.state.page, [designer]),
    impactOf: saving.impactOf,
    onWidget: (widget) =>
      designer.commit(withWidgets(designer.state.page, [widget]), { name: 'edit', count: 1 }),
  })

  useDesignerOptions(designer)
  useRequests({
    designer,
    kind,
    id,
    actions: fields.host.actions,
    saveNow: saving.saveNow,
    setOpened,
    setDeleted,
    setPanel,
    setRenaming,
  })
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
        {draft && (
          <Waiting quiet>
            <DraftNotice keeper={draft} />
          </Waiting>
        )}
        {!mayWrite && <ReadOnlyNote />}
      </div>
      <StartPanel {...{ panel, setPanel, count }}>
        <LayersPanel renaming={renaming} onRename={setRenaming} onMenu={setMenu} />
      </StartPanel>
      <CanvasCell
        {...{ id, host, templates }}
        rulers={options.rulers}
        isEmpty={count === 0}
        onMenu={setMenu}
      />
      <section className={`${styles.side} ${styles.end}`} aria-label={t('designer.panels.end')}>
        <Inspector host={fields.host} sizes={sizes} showErrors={saving.tried} />
      </section>
      <ContextMenu opened={menu !== null} at={menu} onClose={() => setMenu(null)} />
      <Waiting quiet>
        <NarrowNotice id={id} back={back} />
        <DesignerDialogs {...{ designer, kind, id, opened, deleted, close }} />
      </Waiting>
      <ImpactDialog opened={saving.warnings !== undefined} saving={saving} />
      <PartChangesDialog
        opened={saving.changes !== undefined}
        id={id}
        document={designer.state.page}
        saving={saving}
      />
      <ConflictDialog opened={saving.conflict !== undefined} saving={saving} reload={reload} />
      {fields.dialogs}
      <UnsavedGuard when={() => mayWrite && designer.isDirty()} />
    </div>
  )
}

/** Equal for field hosts, which only read the page's media and its zones' content. */
const sameForHosts = (a: Page, b: Page): boolean => {
  if (a === b) return true
  const [before, now] = [changedFrom(a, b), changedFrom(b, a)]
  return sameZones(before, now) && mediaKey(before) === mediaKey(now)
}
/** A page without the widgets that another version has in the same places: a letter changes one of hundreds. */
const changedFrom = (page: Page, other: Page): Page =>
  page.widgets.length === other.widgets.length
    ? { ...page, widgets: page.widgets.filter((widget, index) => widget !== other.widgets[index]) }
    : page
const mediaKey = (page: Page) =>
  [
    ...mediaInDocument(page, WIDGET_FIELDS),
    ...page.widgets.map(({ use }) => (use ? JSON.stringify(use) : '')),
  ].join(' ')

interface StartPanelProps {
  panel: Panel
  setPanel: (panel: Panel) => void
  /** The number of widgets on the page. */
  count: number
  /** The list of layers. */
  children: ReactNode
}

/** The left panel: widgets to add, the list of layers, or the parts of the organization. */
function StartPanel({ panel, setPanel, count, children }: StartPanelProps) {
  const { t } = useTranslation()
  return (
    <section className={`${styles.side} ${styles.start}`} aria-label={t('designer.panels.start')}>
      <div className={styles.tabs}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('designer.panels.start')}
          value={panel}
          onChange={(next) => setPanel(next as Panel)}
          data={[
            { value: 'add', label: t('designer.panels.add') },
            { value: 'layers', label: t('designer.panels.layers', { count }) },
            { value: 'parts', label: t('parts.title') },
          ]}
        />
      </div>
      {panel === 'add' ? <AddPanel /> : <Waiting>{panel === 'parts' ? <PartsPanel /> : children}</Waiting>}
    </section>
  )
}

interface CanvasCellProps {
  /** Empty until the first save. */
  id: string
  host: Host
  templates: TemplateChooser
  rulers: boolean
  isEmpty: boolean
  onMenu: (at: Point) => void
}

function CanvasCell({ id, host, templates, rulers, isEmpty, onMenu }: CanvasCellProps) {
  return (
    <div className={styles.canvasCell}>
      <Canvas host={host} onMenu={onMenu}>
        <Overlay />
        {rulers && (
          <Waiting quiet>
            <Rulers />
          </Waiting>
        )}
        <Waiting quiet>
          <Minimap />
        </Waiting>
      </Canvas>
      {isEmpty && (
        <Waiting quiet>
          <Starters templates={templates} />
        </Waiting>
      )}
      <Waiting quiet>
        <LateComments id={id} />
      </Waiting>
    </div>
  )
}

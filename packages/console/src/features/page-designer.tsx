import { SegmentedControl } from '@mantine/core'
import { checkDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddPanel } from '#features/layouts/designer/add-panel.tsx'
import { Canvas } from '#features/layouts/designer/canvas.tsx'
import { removed } from '#features/layouts/designer/commands/edit.ts'
import { CommandsDialog } from '#features/layouts/designer/commands-dialog.tsx'
import { ConflictDialog } from '#features/layouts/designer/conflict-dialog.tsx'
import { ContextMenu } from '#features/layouts/designer/context-menu.tsx'
import styles from '#features/layouts/designer/designer.module.css'
import { DraftNotice, useDraftKeeper } from '#features/layouts/designer/draft-notice.tsx'
import type { Point } from '#features/layouts/designer/geometry/rect.ts'
import { Inspector } from '#features/layouts/designer/inspector.tsx'
import { LayersPanel } from '#features/layouts/designer/layers-panel.tsx'
import { LiveRegion } from '#features/layouts/designer/live-region.tsx'
import { Overlay } from '#features/layouts/designer/overlay.tsx'
import { Rulers } from '#features/layouts/designer/rulers.tsx'
import { Starters } from '#features/layouts/designer/starters.tsx'
import type { Designer } from '#features/layouts/designer/store.ts'
import { type Back, TopBar } from '#features/layouts/designer/top-bar.tsx'
import { DesignerProvider, useDesignerState } from '#features/layouts/designer/use-designer.ts'
import { type SavePage, useSave } from '#features/layouts/designer/use-save.ts'
import type { TextKey } from '#lib/i18n.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import { usePageFieldsHost } from './page-fields-host.tsx'
import { usePageHost } from './page-host.ts'
import { PagePreview } from './page-preview.tsx'

interface PageDesignerProps {
  designer: Designer
  /** Empty until the first save. */
  id: string
  /** Names the draft of this page in the browser. */
  draftKey: string
  back: Back
  nameLabel: string
  /** The failure's own words, e.g. `errors.updateLayout`. */
  failed: TextKey
  mayWrite: boolean
  /** The page's size may be changed; cards have one size. */
  sizes?: boolean
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

type Opened = 'help' | 'preview' | 'delete' | null

function Editor({
  designer,
  id,
  draftKey,
  back,
  nameLabel,
  failed,
  mayWrite,
  save,
  reload,
  sizes = false,
}: PageDesignerProps) {
  const { t } = useTranslation()
  const { page, options } = useDesignerState(({ page, options }) => ({ page, options }))
  const [opened, setOpened] = useState<Opened>(null)
  const [menu, setMenu] = useState<Point | null>(null)
  const [panel, setPanel] = useState<'add' | 'layers'>('add')
  const host = usePageHost({ document: page, mode: 'design', motion: options.motion })
  const fields = usePageFieldsHost({ id, name: page.name, document: page })
  const saving = useSave({ designer, save, failed, draftKey })
  const draft = useDraftKeeper(designer, draftKey)

  const { saveNow } = saving
  useEffect(
    () =>
      designer.onRequest((request) => {
        if (request === 'save') void saveNow()
        if (request === 'preview' || request === 'help' || request === 'delete') setOpened(request)
        if (request === 'palette') setOpened('help')
        if (request === 'search') setPanel('add')
        if (request === 'rename') setPanel('layers')
        if (request === 'canvas') focusCanvas()
      }),
    [designer, saveNow],
  )
  const close = () => {
    setOpened(null)
    focusCanvas()
  }
  const errors = useMemo(() => (saving.tried ? checkDocument(page, WIDGET_FIELDS) : {}), [saving.tried, page])

  return (
    <div className={styles.designer} data-panels={options.panels}>
      <h1 className="visually-hidden">{page.name}</h1>
      <TopBar
        back={back}
        nameLabel={nameLabel}
        savedAt={saving.savedAt}
        saving={saving.saving}
        mayWrite={mayWrite}
      />
      <div className={styles.notes}>
        <DraftNotice draft={draft} />
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
              { value: 'layers', label: t('designer.panels.layers', { count: page.widgets.length }) },
            ]}
          />
        </div>
        {panel === 'add' ? <AddPanel /> : <LayersPanel />}
      </section>
      <div className={styles.canvasCell}>
        <Canvas host={host} onMenu={setMenu}>
          <Overlay />
          {options.rulers && <Rulers />}
        </Canvas>
        {page.widgets.length === 0 && <Starters />}
      </div>
      <section className={`${styles.side} ${styles.end}`} aria-label={t('designer.panels.end')}>
        <Inspector host={fields.host} sizes={sizes} showErrors={Object.keys(errors).length > 0} />
      </section>
      <LiveRegion />
      <ContextMenu at={menu} onClose={() => setMenu(null)} />
      <CommandsDialog opened={opened === 'help'} onClose={close} />
      <DeleteDialog
        opened={opened === 'delete'}
        name={designer
          .movable()
          .map(({ name }) => name)
          .join(', ')}
        onClose={close}
        onDelete={() => {
          removed(designer, 'delete')
          close()
        }}
      />
      {opened === 'preview' && (
        <PagePreview
          pages={[{ id, name: page.name, document: page }]}
          actions={fields.host.actions}
          onClose={close}
        />
      )}
      <ConflictDialog saving={saving} reload={reload} />
      {fields.dialogs}
      <UnsavedGuard when={() => designer.isDirty()} />
    </div>
  )
}

const focusCanvas = () => {
  // After whatever closed has given the focus back.
  setTimeout(() => document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true }))
}

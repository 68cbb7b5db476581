import { type ReadWidget, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { usePaletteSource } from '#ui/palette/palette-source.ts'
import { usePaletteCommands } from './bar/use-palette-commands.ts'
import { LiveRegion } from './canvas/live-region.tsx'
import { removed } from './commands/edit.ts'
import { usesOfZones } from './commands/zone-uses.ts'
import { focusCanvas, namesOf } from './focus-canvas.ts'
import type { Designer } from './state/store.ts'
import { useDesignerState } from './state/use-designer.ts'
import type { Opened } from './use-requests.ts'

const CommandsDialog = lateDialog(async () => (await import('./bar/commands-dialog.tsx')).CommandsDialog)
const DeleteDialog = lateDialog(async () => (await import('#ui/dialog/delete-dialog.tsx')).DeleteDialog)
const ResizeDialog = lateDialog(async () => (await import('./resizing/resize-dialog.tsx')).ResizeDialog)
const ImportDialog = lateDialog(async () => (await import('./importing/import-dialog.tsx')).ImportDialog)
const PageVersionsDialog = lateDialog(
  async () => (await import('#content/pages/versions/page-versions-dialog.tsx')).PageVersionsDialog,
)
const PreviewOf = lazyPart(async () => (await import('#content/pages/preview/page-preview-of.tsx')).PreviewOf)

const MakePartDialog = lateDialog(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.MakePartDialog,
)

interface DesignerDialogsProps {
  designer: Designer
  kind: 'cards' | 'layouts' | 'parts'
  id: string
  opened: Opened | null
  /** What *Delete* asks about: the selection when it was pressed. */
  deleted: readonly ReadWidget[]
  close: () => void
}

const LinkedStyles = lazyPart(async () => (await import('./state/linked-styles.tsx')).LinkedStyles)

/** Asks what becomes of a drawing, from the command or a drop. */
function Importing({ designer }: { designer: Designer }) {
  const importing = useDesignerState((state) => state.importing)
  return (
    <ImportDialog
      designer={designer}
      opened={importing !== null}
      file={importing?.file}
      onClose={() => {
        designer.set({ importing: null })
        focusCanvas()
      }}
    />
  )
}

/** What the designer shows on request: announcements, commands, shortcuts, deletion, preview, and versions. */
export function DesignerDialogs({ designer, kind, id, opened, deleted, close }: DesignerDialogsProps) {
  const { t } = useTranslation()
  usePaletteSource(usePaletteCommands())
  const name = useDesignerState(({ page }) => page.name)
  const sizing = useDesignerState((state) => state.sizing)
  const hasLinks = useDesignerState(({ page }) => page.widgets.some(({ styles }) => styles !== undefined))
  return (
    <>
      <LiveRegion />
      {hasLinks && (
        <Waiting quiet>
          <LinkedStyles />
        </Waiting>
      )}
      <ResizeDialog
        designer={designer}
        opened={sizing !== null}
        size={sizing}
        onClose={() => {
          designer.set({ sizing: null })
          focusCanvas()
        }}
      />
      <Importing designer={designer} />
      <MakePartDialog designer={designer} opened={opened === 'makePart'} onClose={close} />
      <CommandsDialog opened={opened === 'help'} onClose={close} />
      <DeleteDialog
        opened={opened === 'delete'}
        name={namesOf(deleted) ?? t('designer.several', { count: deleted.length })}
        warnings={usesOfZones(designer.state.page, deleted).map(({ zone, users }) =>
          t('designer.zoneInUse', {
            zone: zone.name,
            users: namesOf(users) ?? t('designer.several', { count: users.length }),
          }),
        )}
        onClose={close}
        onDelete={() => {
          removed(designer, deleted, 'delete')
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
    </>
  )
}

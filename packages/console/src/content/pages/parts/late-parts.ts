import { PartValues } from '#content/pages/designer/inspector/part-values.tsx'
import { UseSettings } from '#content/pages/designer/inspector/use-settings.tsx'
import { PartsPanel } from '#content/pages/designer/panels/parts-panel.tsx'
import { detached } from '#content/pages/designer/state/parts.ts'
import { MakePartDialog } from './make-part-dialog.tsx'
import { PartChangesDialog } from './part-changes-dialog.tsx'
import { UseValues } from './use-values.tsx'

/** What makes, edits, and shows parts, in one file. */
export const lateParts = {
  PartValues,
  UseSettings,
  PartsPanel,
  MakePartDialog,
  PartChangesDialog,
  UseValues,
  detached,
}

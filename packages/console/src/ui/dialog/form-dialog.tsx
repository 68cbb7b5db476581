import { lateDialog } from '#ui/late/late-dialog.tsx'
import type { FormDialogProps } from './form-dialog-frame.tsx'

/** A form over a list. It closes by Escape and its buttons, and asks first when something would be lost. */
export const FormDialog = lateDialog<FormDialogProps>(
  async () => (await import('./form-dialog-frame.tsx')).FormDialogFrame,
)

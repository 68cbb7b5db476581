import type { ReactNode } from 'react'
import { lateDialog } from '#ui/late/late-dialog.tsx'

export interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** A drawer where a dialog of four fields would not do. */
  drawer?: boolean
  children: ReactNode
}

/** A form over a list. It closes by Escape and its buttons, and asks first when something would be lost. */
export const FormDialog = lateDialog<FormDialogProps>(
  async () => (await import('./form-dialog-frame.tsx')).FormDialogFrame,
)

import { createContext, use } from 'react'

interface DialogOfForm {
  /** Set by the form inside: whether closing would discard input. */
  unsaved: { current: () => boolean }
  /** Closes, or asks first. */
  close: () => void
}

export const DialogOfFormContext = createContext<DialogOfForm | null>(null)
/** The dialog that contains a form, if any. */
export const useDialogOfForm = () => use(DialogOfFormContext)

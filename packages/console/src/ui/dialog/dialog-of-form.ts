import { createContext, use } from 'react'

interface DialogOfForm {
  /** Set by the form inside: whether closing would lose something. */
  unsaved: { current: () => boolean }
  /** Closes, or asks first. */
  close: () => void
}

export const DialogOfFormContext = createContext<DialogOfForm | null>(null)
/** The dialog around a form, if any. */
export const useDialogOfForm = () => use(DialogOfFormContext)

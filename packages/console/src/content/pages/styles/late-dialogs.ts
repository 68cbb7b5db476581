import { StyleDialog } from './style-dialog.tsx'
import { StylesDialog } from './styles-dialog.tsx'

/** What the menu of styles opens, in one file. */
export const lateDialogs = { StyleDialog, StylesDialog }

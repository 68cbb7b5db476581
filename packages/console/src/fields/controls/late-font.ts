import { faceFor } from '#fields/own-fonts.ts'
import { FontPartsForm } from './font-parts-form.tsx'
import { FontSelect } from './font-select.tsx'

/** What the settings of a font load when a text is selected, in one file. */
export const lateFont = { FontPartsForm, FontSelect, faceFor }

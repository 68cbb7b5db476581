import type { FieldType } from '@vitrine/contract/fields/field'
import { ActionsControl } from './actions/actions-control.tsx'
import { AttachmentControl } from './attachment.tsx'
import { CellDataControl } from './cell-data.tsx'
import { CheckboxControl } from './checkbox.tsx'
import { ColorPickerControl } from './color-picker.tsx'
import { ColorSwatchesControl } from './color-swatches.tsx'
import type { Control } from './control.ts'
import { FontSettingsControl } from './font-settings.tsx'
import { GroupControl } from './group.tsx'
import { LookupControl } from './lookup.tsx'
import { MediaZoneControl } from './media-zone.tsx'
import { RadioControl } from './radio.tsx'
import { TextboxControl } from './textbox.tsx'

/** The control of every input kind. A kind without one does not compile. */
export const CONTROLS: { readonly [T in FieldType]: Control<T> } = {
  textbox: TextboxControl,
  lookup: LookupControl,
  radio: RadioControl,
  attachment: AttachmentControl,
  'media-zone': MediaZoneControl,
  cellData: CellDataControl,
  colorPicker: ColorPickerControl,
  checkbox: CheckboxControl,
  'font-settings': FontSettingsControl,
  'color-swatches': ColorSwatchesControl,
  actions: ActionsControl,
  group: GroupControl,
}

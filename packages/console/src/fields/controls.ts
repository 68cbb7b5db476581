import type { FieldType } from '@vitrine/contract/fields/field'
import { ActionsControl } from './actions/actions-control.tsx'
import type { Control } from './control.ts'
import { AttachmentControl } from './controls/attachment.tsx'
import { CellDataControl } from './controls/cell-data.tsx'
import { CheckboxControl } from './controls/checkbox.tsx'
import { ColorPickerControl } from './controls/color-picker.tsx'
import { ColorSwatchesControl } from './controls/color-swatches.tsx'
import { FontSettingsControl } from './controls/font-settings.tsx'
import { GroupControl } from './controls/group.tsx'
import { LookupControl } from './controls/lookup.tsx'
import { MediaZoneControl } from './controls/media-zone.tsx'
import { RadioControl } from './controls/radio.tsx'
import { TextboxControl } from './controls/textbox.tsx'

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

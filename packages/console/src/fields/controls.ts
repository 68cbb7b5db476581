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
import { RowRulesControl } from './controls/row-rules.tsx'
import { TextboxControl } from './controls/textbox.tsx'

/** The control of every input kind; a missing kind is a compile error. */
export const CONTROLS = {
  textbox: { component: TextboxControl, namedBy: 'label', part: 'content' },
  lookup: { component: LookupControl, namedBy: 'label', part: 'content' },
  radio: { component: RadioControl, namedBy: 'title', part: 'content' },
  attachment: { component: AttachmentControl, namedBy: 'title', part: 'content' },
  'media-zone': { component: MediaZoneControl, namedBy: 'title', part: 'content', readsSiblings: true },
  cellData: { component: CellDataControl, namedBy: 'title', part: 'content' },
  colorPicker: { component: ColorPickerControl, namedBy: 'label', part: 'look' },
  checkbox: { component: CheckboxControl, namedBy: 'itself', part: 'beside' },
  'font-settings': { component: FontSettingsControl, namedBy: 'title', part: 'look' },
  'color-swatches': { component: ColorSwatchesControl, namedBy: 'title', part: 'look' },
  actions: { component: ActionsControl, namedBy: 'title', part: 'actions' },
  group: { component: GroupControl, namedBy: 'title', part: 'content' },
  'row-rules': { component: RowRulesControl, namedBy: 'title', part: 'content', readsSiblings: true },
} as const satisfies { readonly [T in FieldType]: Control<T> }

// Safe: each row is typed for its own fields, and a field only meets its own row.
export const controlOf = <T extends FieldType>(type: T): Control<T> => CONTROLS[type] as unknown as Control<T>

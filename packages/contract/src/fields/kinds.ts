import type { Kind } from './kind.ts'
import { actions } from './kinds/actions.ts'
import { attachment } from './kinds/attachment.ts'
import { cellData } from './kinds/cell-data.ts'
import { checkbox } from './kinds/checkbox.ts'
import { colorPicker } from './kinds/color-picker.ts'
import { colorSwatches } from './kinds/color-swatches.ts'
import { fontSettings } from './kinds/font-settings.ts'
import { group } from './kinds/group.ts'
import { lookup } from './kinds/lookup.ts'
import { mediaZone } from './kinds/media-zone.ts'
import { radio } from './kinds/radio.ts'
import { rowRules } from './kinds/row-rules.ts'
import { textbox } from './kinds/textbox.ts'

/** The input kinds. Types, schemas and the console's table of controls follow from this one. */
export const KINDS = {
  textbox,
  lookup,
  radio,
  attachment,
  'media-zone': mediaZone,
  cellData,
  colorPicker,
  checkbox,
  'font-settings': fontSettings,
  'color-swatches': colorSwatches,
  actions,
  group,
  'row-rules': rowRules,
} as const satisfies Readonly<Record<string, Pick<Kind, 'options'>>>

export const FIELD_TYPES = Object.keys(KINDS) as (keyof typeof KINDS)[]

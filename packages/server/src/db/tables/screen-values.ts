import type { FieldKind } from '@vitrine/contract/document/screen-values'
import type { Id, Timed } from './column.ts'

/** A field of an organization's screens. */
export interface ScreenFieldsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  kind: FieldKind
  /** The name of the data source whose rows its values name; empty for other kinds. */
  source: string
  version: number
}

/** A value of one building, floor, or screen. */
export interface ScreenValuesTable {
  id: Id
  organizationId: Id
  fieldId: Id
  buildingId: Id | null
  floorId: Id | null
  deviceId: Id | null
  value: string
}

export interface ScreenValueTables {
  screen_fields: ScreenFieldsTable
  screen_values: ScreenValuesTable
}

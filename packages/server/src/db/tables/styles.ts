import type { StyleKind } from '@vitrine/contract/document/style-kinds'
import type { Id, Json, Timed } from './column.ts'

/** A named text or color that widgets are linked to. Names are unique per kind. */
export interface StylesTable extends Timed {
  id: Id
  organizationId: Id
  kind: StyleKind
  name: string
  nameKey: string
  value: Json
  version: number
}

export interface StyleTables {
  styles: StylesTable
}

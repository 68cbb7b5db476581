import type { Id, Json } from './column.ts'

/** What people answered on screens; the id is the device's id, a dot, and the device's own id of the answer. */
export interface AnswersTable {
  id: Id
  organizationId: Id
  /** Kept, with its name, when the device is gone; the same for page and widget. */
  deviceId: Id
  deviceName: string
  pageId: Id
  pageName: string
  widgetId: Id
  type: string
  question: string
  value: Json
  answeredAt: number
}

export interface AnswerTables {
  answers: AnswersTable
}

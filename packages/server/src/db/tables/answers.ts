import type { Id, Json } from './column.ts'

/** What people answered on screens; the id is the device's id, a dot, and the device's own id of the answer. */
export interface AnswersTable {
  id: Id
  organizationId: Id
  /** Kept, with its name, after the device is deleted; the same for page and widget. */
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

/** What a screen or a whole organization stored on a day of UTC; the id is the screen's or the organization's. */
export interface AnswerDaysTable {
  id: Id
  organizationId: Id
  /** Days since 1970. */
  day: number
  items: number
  bytes: number
}

export interface AnswerTables {
  answers: AnswersTable
  answer_days: AnswerDaysTable
}

import type { Id, Json } from './column.ts'

/** Answers that people gave on screens; the id is the device's id, a dot, and the device's own id of the answer. */
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

/** Amount that a screen or an organization stored on a UTC day; the id is the screen's or the organization's. */
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

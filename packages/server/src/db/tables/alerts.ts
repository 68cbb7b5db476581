import type { Id, Json, Timed } from './column.ts'

/** When and to whom an organization sends messages about problems. */
export interface AlertRulesTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  causes: Json
  minutes: number
  emails: Json
  mobiles: Json
  /** An address; '' for none. */
  webhook: string
  quiet: Json | null
  /** Which reports it sends; null for none. */
  report: Json | null
  /** When it sent the last one, or was created. */
  reportAt: number
  /** When it was last evaluated, and since when without a long gap: nothing is known of screens while no server runs. */
  checkedAt: number
  watchedSince: number
  version: number
}

/** A problem that a rule knows: `sentAt` once a message was sent, `endedAt` once it has ended. Milliseconds. */
export interface AlertProblemsTable {
  id: Id
  organizationId: Id
  ruleId: Id
  cause: string
  /** The id of the screen, storyboard, or license. */
  subject: string
  name: string
  place: string
  since: number
  sentAt: number | null
  endedAt: number | null
  /** How it ended, where there is more than one way. */
  outcome: 'approved' | 'rejected' | null
}

/** Messages sent, and to whom; `message` is the id in the outbox. */
export interface AlertMessagesTable {
  id: Id
  organizationId: Id
  /** The name that the rule had then. */
  rule: string
  kind: 'alert' | 'recovery' | 'test' | 'report'
  channel: 'mail' | 'sms' | 'webhook'
  recipient: string
  title: string
  message: string
  at: number
}

export interface AlertTables {
  alert_rules: AlertRulesTable
  alert_problems: AlertProblemsTable
  alert_messages: AlertMessagesTable
}

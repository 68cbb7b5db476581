import type { Id, Json, Timed } from './column.ts'

/** When an organization sends messages about problems, and to whom. */
export interface AlertRulesTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  causes: Json
  minutes: number
  emails: Json
  mobiles: Json
  /** A URL; '' for none. */
  webhook: string
  quiet: Json | null
  /** The rule's reports; null for none. */
  report: Json | null
  /** When the last one was sent, or when the rule was created. */
  reportAt: number
  /**
   * When it was last evaluated, and since when without a long gap: while no server runs, the state of screens is
   * unknown.
   */
  checkedAt: number
  watchedSince: number
  version: number
}

/** A problem known to a rule. Milliseconds: `sentAt` of its message, `endedAt` of its end. */
export interface AlertProblemsTable {
  id: Id
  organizationId: Id
  ruleId: Id
  cause: string
  /** The id of the screen, storyboard, or license. */
  subject: string
  name: string
  place: string
  /** Of a screen: what it should show, what it shows, and why; '' for other things. */
  sentence: string
  since: number
  sentAt: number | null
  endedAt: number | null
  /** How it ended, if there is more than one way. */
  outcome: 'approved' | 'rejected' | null
}

/** Messages sent, and to whom; `message` is the id in the outbox. */
export interface AlertMessagesTable {
  id: Id
  organizationId: Id
  /** The rule's name at that time. */
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

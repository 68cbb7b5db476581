import type { Flag, Id, Instant } from './column.ts'

/** An address that sends a storyboard to the screens of a group. Both may be deleted and restored. */
export interface TriggersTable {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  deviceGroupId: Id
  storyboardId: Id
  /** Null: until it is cleared. */
  minutes: number | null
  allowsGet: Flag
  isSigned: Flag
  secretHash: string
  start: string
  createdBy: string
  /** Whose rights its calls have; null: a super admin's, or it is older than this column. */
  makerId: Id | null
  createdAt: Instant
}

/** A key of a caller that is raised; null: until it is cleared. */
export interface TriggerRaisesTable {
  id: Id
  organizationId: Id
  triggerId: Id
  key: string
  until: number | null
}

export interface TriggerCallsTable {
  id: Id
  organizationId: Id
  triggerId: Id
  at: number
  action: 'raise' | 'clear'
  key: string
  address: string
  outcome: 'done' | 'signature' | 'get' | 'gone' | 'rights'
  /** The id of a signed message. */
  messageId: string | null
}

export interface TriggerTables {
  triggers: TriggersTable
  trigger_raises: TriggerRaisesTable
  trigger_calls: TriggerCallsTable
}

import type { Generated, Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { AlertTables } from './tables/alerts.ts'
import type { AnswerTables } from './tables/answers.ts'
import type { ApprovedTables } from './tables/approved.ts'
import type { ArchiveTables } from './tables/archives.ts'
import type { AuditTables } from './tables/audit.ts'
import type { CaseTables } from './tables/cases.ts'
import type { CommentTables } from './tables/comments.ts'
import type { ContentTables } from './tables/content.ts'
import type { DeviceTables } from './tables/devices.ts'
import type { ReferenceTables } from './tables/references.ts'
import type { ReportingTables } from './tables/reporting.ts'
import type { RequestTables } from './tables/requests.ts'
import type { ScreenValueTables } from './tables/screen-values.ts'
import type { SourceTables } from './tables/sources.ts'
import type { StorageTables } from './tables/storage.ts'
import type { StyleTables } from './tables/styles.ts'
import type { TriggerTables } from './tables/triggers.ts'
import type { WebPictureTables } from './tables/web-pictures.ts'
import type { WebhookTables } from './tables/webhooks.ts'

interface WrittenTables
  extends AccountTables,
    DeviceTables,
    ContentTables,
    ReferenceTables,
    CaseTables,
    CommentTables,
    RequestTables,
    StorageTables,
    ReportingTables,
    AnswerTables,
    SourceTables,
    ScreenValueTables,
    AlertTables,
    AuditTables,
    ApprovedTables,
    ArchiveTables,
    TriggerTables,
    StyleTables,
    WebPictureTables,
    WebhookTables {}

/** Tables that lists show by name. */
export const NAMED_TABLES = [
  ...([
    'organizations',
    'users',
    'buildings',
    'sources',
    'folders',
    'media',
    'pages',
    'storyboards',
  ] as const),
  ...(['tags', 'trash', 'device_groups', 'devices', 'device_configurations', 'alert_rules'] as const),
] as const satisfies readonly (keyof WrittenTables)[]
type NamedTable = (typeof NAMED_TABLES)[number]

/** `nameOrder` sorts by name, *Screen 2* before *Screen 12*. A trigger sets it, so nothing writes it. */
export interface Tables extends Omit<WrittenTables, NamedTable>, Ordered {}
type Ordered = { [Name in NamedTable]: WrittenTables[Name] & { nameOrder: Generated<string> } }

/** The database for features. Bound to one organization unless the caller is a super admin (see scoped.ts). */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type TableName = keyof Tables

/** Tables of the installation, not of an organization. All others have a tenant column. */
export const GLOBAL_TABLES = [
  'secrets',
  'pairings',
  'former_tokens',
  'codes',
  'outbox',
  'audit_sent',
  'kiosk_nonces',
  'file_states',
  'jobs',
  'server_marks',
  'changes',
  'guesses',
  'done_once',
  'damaged_files',
  'check_runs',
  'unknown_screens',
  'plays',
  'play_hours',
] as const satisfies readonly TableName[]

/** The column with the row's organization. */
export const tenantColumn = (table: string): 'id' | 'organizationId' | null => {
  if (table === 'organizations') return 'id'
  return (GLOBAL_TABLES as readonly string[]).includes(table) ? null : 'organizationId'
}

import type { ListQuery } from '@vitrine/contract/api/base/entity'
import {
  ALERT_RULES_MAX,
  type AlertCause,
  type AlertMessage,
  type AlertRule,
  type AlertRuleInput,
} from '@vitrine/contract/api/operations/alerts'
import { searchKey } from '@vitrine/contract/search-key'
import { listRows } from '#base/list.ts'
import { webhookKey } from '#base/outbox/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { AlertRulesTable } from '#db/tables/alerts.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Seal } from '#lib/security/seal.ts'
import { keyText } from '#lib/security/standard-webhooks.ts'
import { requireSubject, subjectNames, subjectOf } from './reports/subject.ts'

const DAY = 86_400_000
const KEEP_DAYS = 30

type Report = NonNullable<AlertRuleInput['report']>
/** Reports stored before they could be about one thing lack it. */
type StoredReport = Omit<Report, 'about'> & Partial<Pick<Report, 'about'>>

/** A rule as stored: responses add the secret, and the name of what its reports are about. */
export type StoredRule = Omit<AlertRule, 'webhookSecret' | 'report'> & { report: Report | null } & Pick<
    AlertRulesTable,
    'reportAt' | 'checkedAt' | 'watchedSince'
  >

export const ruleOf = ({
  causes,
  emails,
  mobiles,
  quiet,
  report,
  nameKey: _,
  ...row
}: AlertRulesTable): StoredRule => ({
  ...row,
  causes: JSON.parse(causes) as AlertCause[],
  emails: JSON.parse(emails) as string[],
  mobiles: JSON.parse(mobiles) as string[],
  quiet: quiet === null ? null : (JSON.parse(quiet) as AlertRule['quiet']),
  report: report === null ? null : { about: null, ...(JSON.parse(report) as StoredReport) },
})

export async function listRules(
  db: Db,
  seal: Seal,
  query: ListQuery,
): Promise<{ alerts: AlertRule[]; total?: number }> {
  const select = db.selectFrom('alert_rules').selectAll('alert_rules')
  const { rows, total } = await listRows(db, select, 'alert_rules', query, {
    search: ['nameKey'],
    sort: { name: 'nameOrder', createdAt: 'createdAt' },
  })
  return { alerts: await withNames(db, seal, rows.map(ruleOf)), total }
}

async function withNames(db: Db, seal: Seal, rules: readonly StoredRule[]): Promise<AlertRule[]> {
  const names = await subjectNames(
    db,
    rules.flatMap(({ report }) => report?.about ?? []),
  )
  return rules.map(({ report, ...rule }) => ({
    ...rule,
    webhookSecret: keyText(webhookKey(seal, rule.id)),
    report: report && {
      ...report,
      about: report.about && {
        ...report.about,
        name: names.get(report.about.storyboardId ?? report.about.itemId ?? '') ?? '',
      },
    },
  }))
}

export async function getRule(db: Db, seal: Seal, id: string): Promise<AlertRule> {
  const [rule] = await withNames(db, seal, [await storedRule(db, id)])
  if (!rule) throw notFound('Alert not found')
  return rule
}

export async function storedRule(db: Db, id: string): Promise<StoredRule> {
  const row = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Alert not found')
  return ruleOf(row)
}

export async function createRule(
  db: Db,
  organizationId: string,
  input: AlertRuleInput,
  now: number,
): Promise<string> {
  await lockRow(db, 'organizations', organizationId)
  await requireSubject(db, input)
  const { count } = await db
    .selectFrom('alert_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= ALERT_RULES_MAX)
    throw new AppError(
      'STORAGE_LIMIT',
      `This organization has reached its limit of ${ALERT_RULES_MAX} alerts. Delete some first.`,
    )
  const id = newId()
  const at = isoTime(now)
  const more = { reportAt: now, checkedAt: now, watchedSince: now, version: 1, createdAt: at, updatedAt: at }
  await db
    .insertInto('alert_rules')
    .values({ id, organizationId, ...columns(input), ...more })
    .execute()
  return id
}

export async function updateRule(db: Db, id: string, input: AlertRuleInput, now: number): Promise<void> {
  await lockRow(db, 'alert_rules', id)
  const { report } = await storedRule(db, id)
  // What a report is about may have been deleted since: its plays remain.
  if (subjectOf(report) !== subjectOf(input.report)) await requireSubject(db, input)
  const values = columns(input)
  // The first report is the next one due, as for a new rule.
  const first = report?.every === input.report?.every ? {} : { reportAt: now }
  await writeVersion(
    db,
    'alert_rules',
    { id, seen: input.version, now: isoTime(now) },
    { ...values, ...first },
  )
}

const columns = ({ name, causes, minutes, emails, mobiles, webhook, quiet, report }: AlertRuleInput) => ({
  name,
  nameKey: searchKey(name),
  causes: JSON.stringify([...new Set(causes)]),
  minutes,
  emails: JSON.stringify([...new Set(emails)]),
  mobiles: JSON.stringify([...new Set(mobiles)]),
  webhook,
  quiet: quiet && JSON.stringify(quiet),
  report: report && JSON.stringify(report),
})

/** Newest first, with delivery results from the outbox. */
export async function listAlertMessages(
  db: Db,
  query: ListQuery,
): Promise<{ messages: AlertMessage[]; total?: number }> {
  const select = db.selectFrom('alert_messages').selectAll('alert_messages')
  const { rows, total } = await listRows(
    db,
    select,
    'alert_messages',
    { ...query, sort: query.sort ?? '-at' },
    {
      search: ['title', 'recipient'],
      sort: { at: 'at', title: 'title', recipient: 'recipient', rule: 'rule' },
    },
  )
  const ids = rows.map(({ message }) => ({ id: message }))
  const results = ids.length
    ? await db
        .selectFrom('outbox')
        .select(['id', 'status', 'error'])
        .where('id', 'in', anyOf(db, ids))
        .execute()
    : []
  const byId = new Map(results.map((row) => [row.id, row]))
  const messages = rows.map(({ message, at, ...row }) => {
    // The outbox deletes a message at about the same time.
    const { status = 'sent' as const, error = '' } = byId.get(message) ?? {}
    return { ...row, status, error, at: isoTime(at) }
  })
  return { messages, total }
}

/** Deletes messages when the outbox does. */
export async function forgetAlertMessages(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('alert_messages')
    .where('at', '<', now - KEEP_DAYS * DAY)
    .execute()
}

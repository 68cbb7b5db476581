// Compares current problems with those each rule has reported, and reports new ones: one message for all that failed
// together.
import { ALERT_CAUSES, type AlertCause } from '@vitrine/contract/api/operations/alerts'
import { isWithinHours } from '@vitrine/contract/schedule/daily-hours'
import type { Platform } from '#base/platform.ts'
import { anyOf, inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { AlertProblemsTable } from '#db/tables/alerts.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { OF_SCREENS, type States, statesOf } from './problems.ts'
import { forgetAlertMessages, ruleOf, type StoredRule } from './queries.ts'
import { duePeriod, type PreparedReport, prepareReport, sendReport } from './reports/send-report.ts'
import { consoleAddress, hasSentEnough, type Notice, send } from './send.ts'
import { noteStates } from './stored-problems.ts'
import { textOf, titleOf } from './texts.ts'

const MINUTE = 60_000
/** Screens that fail together are noticed within this time of each other: they share one message. */
const TOGETHER = 2 * MINUTE
/** Maximum time that the first of them waits for the others. */
const PATIENCE = 5 * MINUTE
/** A longer gap between evaluations means that no server ran, so silence of screens in that time means nothing. */
const GAP = 3 * MINUTE
/** Things that a webhook gets: a call about a whole fleet would take megabytes, once for each rule. */
const THINGS_MAX = 500

interface Dependencies extends Pick<Platform, 'settings' | 'origins' | 'log' | 'blobs' | 'clock'> {
  reader: Db
  playStore: PlayStore
}

/** Evaluates every rule of every organization. Any number of servers may do so. Returns how many messages it queued. */
export async function evaluateAlerts(db: Db, parts: Dependencies): Promise<number> {
  const rules = (await db.selectFrom('alert_rules').selectAll().orderBy('id').execute()).map(ruleOf)
  const now = parts.clock.now()
  let queued = 0
  for (const [organizationId, own] of Map.groupBy(rules, (rule) => rule.organizationId))
    try {
      queued += await evaluateOrganization(db, parts, organizationId, own, now)
    } catch (error) {
      // The other organizations still get their alerts.
      parts.log.error({ err: error, organizationId }, 'Evaluating alerts failed')
    }
  await forgetAlertMessages(db, now)
  return queued
}

async function evaluateOrganization(
  db: Db,
  parts: Dependencies,
  organizationId: string,
  rules: readonly StoredRule[],
  now: number,
): Promise<number> {
  const causes = new Set(rules.flatMap((rule) => rule.causes))
  const bound = scoped(db, organizationId)
  const states = await statesOf(bound, organizationId, causes, now, parts.settings)
  const dbs = { db: bound, reader: scoped(parts.reader, organizationId) }
  const address = await consoleAddress(bound, parts.origins, organizationId)
  let queued = 0
  const everything = async () => statesOf(bound, organizationId, new Set(ALERT_CAUSES), now, parts.settings)
  for (const rule of rules) {
    // A report due in quiet hours is created when they end, not every minute until then.
    const period = isInQuietHours(rule, now) ? undefined : duePeriod(rule, now)
    const report =
      period &&
      (await prepareReport(parts, dbs, rule, { everything, address, period }).catch((error) => {
        // Alerts are sent all the same.
        parts.log.error({ err: error, organizationId, rule: rule.id }, 'Preparing a report failed')
        return undefined
      }))
    queued += await inTransaction(db, (tx) =>
      evaluateRule(scoped(tx, organizationId), rule.id, { states, report, address }, now),
    )
  }
  return queued
}

const isInQuietHours = ({ quiet }: Pick<StoredRule, 'quiet'>, now: number): boolean =>
  quiet !== null && isWithinHours({ on: quiet.from, off: quiet.to, timezone: quiet.timezone }, now)

interface Found {
  states: ReadonlyMap<AlertCause, States>
  report: PreparedReport | undefined
  /** Of the console. */
  address: string
}

async function evaluateRule(
  db: Db,
  ruleId: string,
  { states, report: prepared, address }: Found,
  now: number,
): Promise<number> {
  // Concurrent evaluations wait here for each other, and then see the messages already sent.
  await lockRow(db, 'alert_rules', ruleId)
  const row = await db.selectFrom('alert_rules').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!row) return 0
  const passed = now - row.checkedAt
  const watchedSince = passed < 0 || passed > GAP ? now : row.watchedSince
  await db.updateTable('alert_rules').set({ checkedAt: now, watchedSince }).where('id', '=', ruleId).execute()
  if (passed < 0) await correctTimes(db, ruleId, now)
  const rule = { ...ruleOf(row), watchedSince }
  await db
    .deleteFrom('alert_problems')
    .where('ruleId', '=', ruleId)
    .$if(rule.causes.length > 0, (rows) => rows.where('cause', 'not in', rule.causes))
    .execute()
  const isQuiet = isInQuietHours(rule, now) || (await hasSentEnough(db, rule, now))
  let queued = 0
  for (const cause of rule.causes) {
    const known = await noteStates(db, rule, cause, states.get(cause) ?? new Map(), now)
    if (!isQuiet) queued += await report(db, rule, { cause, known, address }, now)
  }
  if (prepared && !isQuiet) queued += await sendReport(db, rule, prepared, now)
  return queued
}

/** The clock was set back: what was noted by the later time would otherwise wait for it. */
async function correctTimes(db: Db, ruleId: string, now: number): Promise<void> {
  const later = (column: 'since' | 'endedAt') =>
    db
      .updateTable('alert_problems')
      .set({ [column]: now })
      .where('ruleId', '=', ruleId)
      .where(column, '>', now)
      .execute()
  await later('since')
  await later('endedAt')
}

async function report(
  db: Db,
  rule: StoredRule,
  { cause, known, address }: { cause: AlertCause; known: readonly AlertProblemsTable[]; address: string },
  now: number,
): Promise<number> {
  const isOfScreens = OF_SCREENS.some((one) => one === cause)
  const together = isOfScreens ? TOGETHER : 0
  const started = dueTogether(
    known.filter(({ sentAt }) => sentAt === null),
    ({ since }) => (isOfScreens ? now - Math.max(since, rule.watchedSince) - rule.minutes * MINUTE : 0),
    together,
  )
  const ended = dueTogether(
    known.filter(({ sentAt, endedAt }) => sentAt !== null && endedAt !== null),
    ({ endedAt }) => now - (endedAt ?? now) - together,
    together,
  )
  const ids = (rows: readonly AlertProblemsTable[]) => anyOf(db, rows)
  let queued = 0
  if (started.length > 0) {
    await db.updateTable('alert_problems').set({ sentAt: now }).where('id', 'in', ids(started)).execute()
    queued += await send(db, rule, noticeOf('alert', address, cause, started), now)
  }
  if (ended.length > 0) await db.deleteFrom('alert_problems').where('id', 'in', ids(ended)).execute()
  for (const [, rows] of Map.groupBy(ended, ({ outcome }) => outcome))
    queued += await send(db, rule, noticeOf('recovery', address, cause, rows), now)
  return queued
}

/**
 * Returns problems that are due (`late` is 0 or more), unless others follow shortly; none waits longer than `PATIENCE`.
 */
function dueTogether(
  rows: readonly AlertProblemsTable[],
  late: (row: AlertProblemsTable) => number,
  together: number,
): readonly AlertProblemsTable[] {
  const due = rows.filter((row) => late(row) >= 0)
  const follow = rows.some((row) => late(row) < 0 && late(row) >= -together)
  return follow && due.every((row) => late(row) < PATIENCE) ? [] : due
}

function noticeOf(
  kind: 'alert' | 'recovery',
  address: string,
  cause: AlertCause,
  rows: readonly AlertProblemsTable[],
): Notice {
  const title = titleOf(kind, cause, rows)
  // A screen that has recovered is right, whatever was wrong.
  const said = rows.map((row) => (kind === 'alert' ? row : { ...row, sentence: '' }))
  const things = said
    .slice(0, THINGS_MAX)
    .map(({ subject: id, name, place, outcome, sentence }) => ({ id, name, place, outcome, sentence }))
  const facts = { cause, count: rows.length, things }
  return { kind, title, text: textOf(title, said, address), address, facts }
}

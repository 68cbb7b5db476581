import type { AlertCause } from '@vitrine/contract/api/operations/alerts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { AlertProblemsTable } from '#db/tables/alerts.ts'
import { newId } from '#lib/ids.ts'
import type { States } from './problems.ts'
import type { StoredRule } from './queries.ts'

/** Rows per statement; both engines limit the number of parameters. */
const ROWS = 500

/** Stores problems that began or ended, and returns every problem that the rule then knows, by name. */
export async function noteStates(
  db: Db,
  rule: StoredRule,
  cause: AlertCause,
  states: States,
  now: number,
): Promise<AlertProblemsTable[]> {
  const select = () =>
    db.selectFrom('alert_problems').selectAll().where('ruleId', '=', rule.id).where('cause', '=', cause)
  const before = await select().execute()
  await updateKnown(db, before, states, now)
  const known = new Set(before.map(({ subject }) => subject))
  await insertNew(db, rule, cause, states, known)
  return select().orderBy('name').orderBy('id').execute()
}

async function updateKnown(
  db: Db,
  before: readonly AlertProblemsTable[],
  states: States,
  now: number,
): Promise<void> {
  const stateOf = ({ subject }: AlertProblemsTable) => states.get(subject)
  // Deleted items need no message, nor do problems that end before their message was due.
  const dropped = before.filter((row) => {
    const state = stateOf(row)
    return !state || (row.sentAt === null && state.is !== 'wrong')
  })
  if (dropped.length > 0)
    await db.deleteFrom('alert_problems').where('id', 'in', anyOf(db, dropped)).execute()
  const back = before.filter((row) => row.endedAt !== null && stateOf(row)?.is === 'wrong')
  if (back.length > 0)
    await db
      .updateTable('alert_problems')
      .set({ endedAt: null, outcome: null })
      .where('id', 'in', anyOf(db, back))
      .execute()
  const ended = before.flatMap((row) => {
    const state = stateOf(row)
    const ends = row.sentAt !== null && row.endedAt === null && state?.is === 'fine'
    return ends ? [{ id: row.id, outcome: state.outcome }] : []
  })
  for (const [outcome, rows] of Map.groupBy(ended, (row) => row.outcome))
    await db
      .updateTable('alert_problems')
      .set({ endedAt: now, outcome })
      .where('id', 'in', anyOf(db, rows))
      .execute()
}

async function insertNew(
  db: Db,
  { id: ruleId, organizationId }: StoredRule,
  cause: AlertCause,
  states: States,
  known: ReadonlySet<string>,
): Promise<void> {
  const rows = [...states].flatMap(([subject, state]) => {
    if (state.is !== 'wrong' || known.has(subject)) return []
    const { name, place, since, sentence = '' } = state
    const nothingYet = { sentAt: null, endedAt: null, outcome: null }
    return [
      { id: newId(), organizationId, ruleId, cause, subject, name, place, sentence, since, ...nothingYet },
    ]
  })
  for (let from = 0; from < rows.length; from += ROWS)
    await db
      .insertInto('alert_problems')
      .values(rows.slice(from, from + ROWS))
      .onConflict((there) => there.columns(['ruleId', 'cause', 'subject']).doNothing())
      .execute()
}

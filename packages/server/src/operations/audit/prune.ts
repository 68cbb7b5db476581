import { anyOf, inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { AuditChainsTable } from '#db/tables/audit.ts'
import { newId } from '#lib/ids.ts'
import { appendEntry } from './log.ts'

const DAY = 86_400_000
/** Entries of one chain, however young: callers could fill the disk. What is left says how many are gone. */
const AUDIT_ENTRIES_MAX = 1_000_000
/** Entries per transaction. */
const AT_ONCE = 500

/**
 * Deletes entries older than `days`. A chain keeps the number and the hash of the last one, so that the rest can still be
 * verified, and gets an entry that says how many were deleted.
 */
export async function forgetAudit(
  db: Db,
  { now, days, most = AUDIT_ENTRIES_MAX }: { now: number; days: number; most?: number },
): Promise<number> {
  const chains = await db.selectFrom('audit_chains').selectAll().orderBy('id').execute()
  let removed = 0
  for (const chain of chains) {
    const until = await lastToForget(db, chain, now - days * DAY, most)
    let gone = 0
    for (let more = true; more; ) {
      const deleted = await inTransaction(db, (tx) => deleteOldest(tx, chain.id, until))
      gone += deleted
      more = deleted === AT_ONCE
    }
    if (gone > 0) await inTransaction(db, (tx) => noteForgotten(tx, chain, gone, now))
    removed += gone
  }
  return removed
}

/** All entries up to this number are too old, or too many. */
async function lastToForget(
  db: Db,
  { id, number }: AuditChainsTable,
  before: number,
  most: number,
): Promise<number> {
  const first = await db
    .selectFrom('audit_entries')
    .select('number')
    .where('chain', '=', id)
    .where('at', '>=', before)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const old = first ? Number(first.number) - 1 : Number(number)
  return Math.max(old, Number(number) - most)
}

async function deleteOldest(tx: Db, chain: string, until: number): Promise<number> {
  const rows = await tx
    .selectFrom('audit_entries')
    .select(['id', 'number', 'hash'])
    .where('chain', '=', chain)
    .where('number', '<=', until)
    .orderBy('number')
    .limit(AT_ONCE)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  await tx.deleteFrom('audit_entries').where('id', 'in', anyOf(tx, rows)).execute()
  await tx
    .updateTable('audit_chains')
    .set({ prunedNumber: last.number, prunedHash: last.hash })
    .where('id', '=', chain)
    .execute()
  return rows.length
}

const noteForgotten = (tx: Db, { organizationId }: AuditChainsTable, count: number, now: number) =>
  appendEntry(
    tx,
    {
      organizationId,
      actor: { kind: 'job', id: 'forget-audit', name: '' },
      action: 'audit.prune',
      kind: 'audit',
      verb: 'prune',
      things: [],
      changed: { changes: [{ field: 'entries', before: String(count), after: null }], more: 0 },
      address: null,
      request: newId(),
    },
    now,
  )

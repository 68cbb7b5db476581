import type { Db } from '#db/schema.ts'
import type { AuditChainsTable } from '#db/tables/audit.ts'
import { hashOf } from './log.ts'

/** Entries per read. */
const AT_ONCE = 1000
/** Problems of one chain that are named. */
const NAMED_MAX = 10

export interface AuditVerified {
  entries: number
  /** Sentences, without a full stop. */
  problems: string[]
}

/** Recomputes the chains of all audit logs: finds entries that were deleted, changed, or added. */
export async function verifyAudit(db: Db): Promise<AuditVerified> {
  const chains = await db
    .selectFrom('audit_chains')
    .leftJoin('organizations', 'organizations.id', 'audit_chains.organizationId')
    .selectAll('audit_chains')
    .select('organizations.name')
    .orderBy('audit_chains.id')
    .execute()
  const all: AuditVerified = { entries: 0, problems: [] }
  for (const chain of chains) {
    const log = chain.organizationId === null ? 'The log of the installation' : `The log of ${chain.name}`
    const { entries, problems } = await verifyChain(db, chain)
    all.entries += entries
    const named = problems.slice(0, NAMED_MAX).map((problem) => `${log}: ${problem}`)
    const more = problems.length - named.length
    all.problems.push(...named, ...(more > 0 ? [`${log}: ${more} more problems`] : []))
  }
  const loose = await db
    .selectFrom('audit_entries')
    .select('chain')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_chains').select('id').whereRef('audit_chains.id', '=', 'audit_entries.chain'),
        ),
      ),
    )
    .limit(NAMED_MAX)
    .execute()
  for (const { chain } of loose) all.problems.push(`The log ${chain || 'of the installation'} has no chain`)
  return all
}

/** Up to the end that the chain has now: a server may be adding entries. */
async function verifyChain(db: Db, chain: AuditChainsTable): Promise<AuditVerified> {
  const problems: string[] = []
  const end = Number(chain.number)
  let [number, hash] = [Number(chain.prunedNumber), chain.prunedHash]
  let entries = 0
  while (number < end) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', chain.id)
      .where('number', '>', number)
      .where('number', '<=', end)
      .orderBy('number')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) break
    for (const row of rows) {
      const own = Number(row.number)
      if (own !== number + 1 && !(await isPruned(db, chain.id, own - 1))) {
        problems.push(missing(number + 1, own - 1))
      } else if (own === number + 1 && hashOf(hash, row) !== row.hash)
        problems.push(`entry ${own} was changed`)
      ;[number, hash] = [own, row.hash]
      entries++
    }
  }
  if (number < end && !(await isPruned(db, chain.id, end))) problems.push(missing(number + 1, end))
  else if (number === end && hash !== chain.hash)
    problems.push(`entry ${end} isn't the last that was written`)
  return { entries, problems }
}

const missing = (from: number, to: number) =>
  from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`

/** Whether entries up to this number were deleted by age while they were read. */
async function isPruned(db: Db, chain: string, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_chains')
    .select('prunedNumber')
    .where('id', '=', chain)
    .executeTakeFirst()
  return row !== undefined && Number(row.prunedNumber) >= number
}

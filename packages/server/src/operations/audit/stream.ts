import os from 'node:os'
import type { Db } from '#db/schema.ts'
import { type SyslogMessage, sendSyslog, syslogLine } from '#lib/http/egress/syslog.ts'
import { entriesAfter } from './queries.ts'

/** Entries per connection: a few megabytes at most. */
const AT_ONCE = 200
/** The chain of the installation, whose row also says that the stream has begun. */
const INSTALLATION = ''

/**
 * Sends the entries of all logs that weren't sent yet, each log in order, and at least once: a position moves after its
 * entries were sent. The first run begins with what happens from then on. Returns the number of entries.
 */
export async function streamAudit(db: Db, address: string): Promise<number> {
  await begin(db)
  let sent = 0
  for (const chain of await behind(db)) {
    const log = { db, organizationId: chain.id === INSTALLATION ? null : chain.id, isOperator: true }
    let position = chain.sent
    for (let more = true; more; ) {
      const entries = await entriesAfter(log, position, AT_ONCE)
      const last = entries.at(-1)
      if (!last) break
      await sendSyslog(
        address,
        entries.map((entry) => {
          const message: SyslogMessage = { at: entry.at, id: entry.action, text: JSON.stringify(entry) }
          return syslogLine(message, os.hostname())
        }),
      )
      position = last.number
      await db
        .insertInto('audit_sent')
        .values({ id: chain.id, number: position })
        .onConflict((there) => there.column('id').doUpdateSet({ number: position }))
        .execute()
      sent += entries.length
      more = entries.length === AT_ONCE
    }
  }
  return sent
}

/** Positions at the ends of all logs, if there are none yet; a log that begins later is sent from its first entry. */
async function begin(db: Db): Promise<void> {
  const first = await db.selectFrom('audit_sent').select('id').limit(1).executeTakeFirst()
  if (first) return
  const chains = await db.selectFrom('audit_chains').select(['id', 'number']).execute()
  const ends = new Map([
    [INSTALLATION, 0],
    ...chains.map(({ id, number }): [string, number] => [id, Number(number)]),
  ])
  await db
    .insertInto('audit_sent')
    .values([...ends].map(([id, number]) => ({ id, number })))
    .onConflict((there) => there.column('id').doNothing())
    .execute()
}

async function behind(db: Db): Promise<{ id: string; sent: number }[]> {
  const rows = await db
    .selectFrom('audit_chains')
    .leftJoin('audit_sent', 'audit_sent.id', 'audit_chains.id')
    .select(['audit_chains.id', 'audit_sent.number as sent', 'audit_chains.number'])
    .orderBy('audit_chains.id')
    .execute()
  return rows
    .map(({ id, sent, number }) => ({ id, sent: Number(sent ?? 0), number: Number(number) }))
    .filter(({ sent, number }) => sent < number)
}

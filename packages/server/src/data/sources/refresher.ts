import { SOURCE_FAILURES_REPORTED } from '@vitrine/contract/api/data/sources'
import { sql } from 'kysely'
import { languageOf } from '#accounts/organizations/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import type { Announcing } from '#base/change.ts'
import { claimDue, type Due, dueRows } from '#base/due.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { sourceChange } from '#db/sources.ts'
import type { Settings } from '#lib/env.ts'
import { getSource, goodCopy, type SourceRow } from './queries.ts'
import { readSource } from './reading/read-source.ts'
import { Unreadable } from './reading/table.ts'

const LOOK_EVERY = 15_000
const MINUTE = 60_000
/** Maximum sources per run, in total and per organization. */
const PER_LOOK = 200
const OF_ORGANIZATION = 25
/** Minutes before retrying a failed fetch, doubling up to an hour. */
const RETRY_MIN = 5
const RETRY_MOST = 60
/** Minutes after which a source is fetched again whose server stopped or died while it fetched. */
const CLAIM = 15

/** What fetching a source needs. */
export interface Fetching extends Pick<Platform, 'clock' | 'log' | 'outbox' | 'origins' | 'blobs'> {
  database: Db
  publisher: Announcing
  settings: Pick<Settings, 'LOCAL_HOSTS'>
}

/**
 * Fetches due sources; of all servers on one database, one fetches each. The last good copy stays when a fetch fails,
 * and after some consecutive failures the person who saved the source gets an email.
 */
export class SourceRefresher {
  readonly #parts: Fetching
  readonly #timer: NodeJS.Timeout | undefined
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  /** `idle`: this server leaves them to others. */
  constructor(parts: Fetching, { idle = false } = {}) {
    this.#parts = parts
    if (idle) return
    this.#timer = setInterval(() => void this.refresh(), LOOK_EVERY)
    this.#timer.unref()
  }

  /** Fetches due sources, in addition to those that an earlier run still waits for; never fails. */
  async refresh(): Promise<void> {
    const look = this.#look().catch((error) =>
      this.#parts.log.error({ err: error }, 'Fetching data sources failed'),
    )
    this.#running.add(look)
    await look
    this.#running.delete(look)
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The server is stopping'))
    clearInterval(this.#timer)
    await Promise.all(this.#running)
  }

  async #look(): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { database, clock } = this.#parts
    const due = await dueRows(database, 'sources', clock.now(), { most: PER_LOOK, each: OF_ORGANIZATION })
    await Promise.all(due.map((each) => this.#take(each)))
  }

  async #take(due: Due): Promise<void> {
    const { database, clock, log } = this.#parts
    const db = scoped(database, due.organizationId)
    const minutes = sql<number>`case when "every" < ${CLAIM} then "every" else ${CLAIM} end`
    if (
      !(await claimDue(
        db,
        'sources',
        due,
        sql<number>`cast(${clock.now()} as bigint) + ${MINUTE} * ${minutes}`,
      ))
    )
      return
    try {
      await refreshSource(this.#parts, await getSource(db, due.id), this.#stop.signal)
    } catch (error) {
      // Deleted in between, or too many sources of this organization wait.
      log.info({ err: error, source: due.id }, 'Fetching a data source failed')
    }
  }
}

/**
 * Fetches a source now, and stores the result or the error. Throws errors unrelated to the source. `stop`: set for a
 * scheduled fetch, which ends when this server stops.
 */
export async function refreshSource(parts: Fetching, row: SourceRow, stop?: AbortSignal): Promise<void> {
  const { database, clock, settings, publisher, outbox, blobs } = parts
  const { id, organizationId, version } = row
  const { LOCAL_HOSTS: localHosts } = settings
  const language = await languageOf(scoped(database, organizationId), organizationId)
  const by = { organizationId, userId: id, language, now: clock.now(), localHosts, blobs, stop }
  const outcome = await readSource(row, by).then(
    (table) => ({ table }),
    (error: unknown) => {
      if (error instanceof Unreadable) return { error: error.message.slice(0, 300) }
      throw error
    },
  )
  const now = clock.now()
  const noted = await inTransaction(database, async (tx) => {
    const db = scoped(tx, organizationId)
    // Saved in between: this result is for the previous URL.
    const current = await db
      .selectFrom('sources')
      .select(['data', 'failures'])
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!current) return {}
    const failures = current.failures + 1
    const isReported = failures === SOURCE_FAILURES_REPORTED
    const failed = { failures, checkedAt: now, nextAt: now + retryAfter(row, failures) }
    const values =
      'table' in outcome
        ? goodCopy(outcome.table, row, now)
        : { ...failed, error: outcome.error, ...(isReported && { failingSince: now }) }
    await db.updateTable('sources').set(values).where('id', '=', id).execute()
    if ('data' in values) return { isNew: values.data !== current.data }
    if (!isReported) return {}
    return { mailed: await mailAuthor(db, parts, row, values.error ?? '', now) }
  })
  if (noted.mailed) await outbox.wake()
  if (noted.isNew) {
    const changes = [sourceChange(organizationId, row.name)]
    await publisher.publish(changes)
    await publisher.announce(database, changes)
  }
}

const retryAfter = ({ every }: Pick<SourceRow, 'every'>, failures: number): number =>
  MINUTE * Math.max(Math.min(every, RETRY_MIN), Math.min(RETRY_MOST, 2 ** failures))

/** Returns whether the author has a verified address. */
async function mailAuthor(
  db: Db,
  { origins }: Pick<Fetching, 'origins'>,
  { id, name, savedBy }: SourceRow,
  error: string,
  now: number,
): Promise<boolean> {
  const author = await db
    .selectFrom('users')
    .select(['email', 'organizationId'])
    .where('id', '=', savedBy ?? '')
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  if (!author) return false
  const console = await consoleOf(db, origins, author.organizationId)
  const text = [
    `The data source “${name}” failed to load ${SOURCE_FAILURES_REPORTED} times in a row.`,
    error,
    'Screens keep showing the last good copy.',
    `Open it here: ${console}/#/app/media-library/sources/edit/${id}`,
  ].join('\n\n')
  const subject = `Data source failing: ${name}`
  await queueMessage(
    db,
    { owner: author.organizationId, channel: 'mail', recipient: author.email, subject, text },
    now,
  )
  return true
}

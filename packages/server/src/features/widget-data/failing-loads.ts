import {
  FAILING_MAX,
  FAILING_USES_MAX,
  type Failing,
  type FailingUse,
} from '@vitrine/contract/api/widget-data'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { type LiveLoad, liveLoadOf } from '@vitrine/contract/document/live-loads'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { z } from 'zod'
import type { Db } from '#db/schema.ts'
import { openCities } from '#features/cities/api.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { EgressRefused } from '#lib/http/egress.ts'
import { newId } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import type { Failure } from './refreshed.ts'
import { Unloadable } from './unloadable.ts'

const HOUR = 3_600_000
/** A failure that no screen or person has asked for since isn't listed. */
const STALE = 3 * HOUR
/** Maximum rows per organization. */
const ROWS_MAX = 100
/** Organizations per statement. */
const AT_ONCE = 500
/** Pages that are searched for uses, and pages per query. */
const PAGES_MAX = 500
const PAGES_AT_ONCE = 50

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
}

/** Stores which live data fails to load, for every organization that asks for it. Never fails itself. */
export class FailingLoads {
  readonly #parts: Dependencies

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  failed = (load: LiveLoad, { owners, since, error }: Failure): Promise<void> =>
    this.#try(async (db, now) => {
      await this.#deleteStale(db, now)
      const values = { since: Math.min(since, now), checkedAt: now, error: reasonOf(error).slice(0, 300) }
      for (let start = 0; start < owners.length; start += AT_ONCE)
        await this.#save(db, load, values, owners.slice(start, start + AT_ONCE))
    })

  works = (load: LiveLoad): Promise<void> =>
    this.#try(async (db, now) => {
      await db
        .deleteFrom('failing_loads')
        .where('kind', '=', load.kind)
        .where('address', '=', load.address)
        .execute()
      await this.#deleteStale(db, now)
    })

  async #save(
    db: Db,
    { kind, address }: LiveLoad,
    values: { since: number; checkedAt: number; error: string },
    owners: readonly string[],
  ): Promise<void> {
    const { since: _since, ...news } = values
    await db
      .updateTable('failing_loads')
      .set(news)
      .where('kind', '=', kind)
      .where('address', '=', address)
      .where('organizationId', 'in', owners)
      .execute()
    const counts = await db
      .selectFrom('organizations')
      .leftJoin('failing_loads', 'failing_loads.organizationId', 'organizations.id')
      .select('organizations.id')
      .select(({ fn }) => fn.count<number>('failing_loads.id').as('count'))
      .where('organizations.id', 'in', owners)
      .groupBy('organizations.id')
      .execute()
    const rows = counts
      .filter(({ count }) => Number(count) < ROWS_MAX)
      .map(({ id }) => ({ id: newId(), organizationId: id, kind, address, ...values }))
    if (rows.length === 0) return
    await db
      .insertInto('failing_loads')
      .values(rows)
      .onConflict((there) => there.columns(['organizationId', 'kind', 'address']).doNothing())
      .execute()
  }

  #deleteStale = (db: Db, now: number) =>
    db
      .deleteFrom('failing_loads')
      .where('checkedAt', '<', now - STALE)
      .execute()

  async #try(act: (db: Db, now: number) => Promise<void>): Promise<void> {
    const { database, clock, log } = this.#parts
    await act(database, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'Storing failing live data failed'),
    )
  }
}

/** Details of other errors name internals. */
function reasonOf(error: unknown): string {
  if (error instanceof EgressRefused || error instanceof Unloadable || error instanceof AppError)
    return error.message
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return 'The answer is in an unexpected format'
  return "This address isn't responding"
}

/** What has failed to load for long and is on a page or in a package. `db` is bound to its organization. */
export async function listFailing(db: Db, now: number): Promise<Failing[]> {
  const [loads, sources] = await Promise.all([failingLoads(db, now), failingSources(db)])
  return [...loads, ...sources].sort((one, other) => one.since - other.since).slice(0, FAILING_MAX)
}

async function failingLoads(db: Db, now: number): Promise<Failing[]> {
  const rows = await db
    .selectFrom('failing_loads')
    .select(['kind', 'address', 'since', 'error'])
    .where('checkedAt', '>=', now - STALE)
    .orderBy('since')
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()
  if (rows.length === 0) return []
  const [uses, cities] = await Promise.all([usesOf(db, rows), openCities()])
  const failing: Failing[] = []
  for (const { kind, address, since, error } of rows) {
    const using = uses.get(keyOf({ kind, address })) ?? []
    if (using.length === 0) continue
    const name = kind === 'weather' ? (await cities.find(address))?.name : withoutQuery(address)
    failing.push({ kind, address, name: name ?? address, since, reason: error, uses: using })
  }
  return failing
}

const keyOf = ({ kind, address }: LiveLoad) => `${kind} ${address}`

/** The query may contain a secret, and is long. */
function withoutQuery(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url ? url.host + (url.pathname === '/' ? '' : url.pathname) : address
}

/** The pages that use each of them, by name. */
async function usesOf(db: Db, loads: readonly LiveLoad[]): Promise<Map<string, FailingUse[]>> {
  const uses = new Map<string, FailingUse[]>(loads.map((load) => [keyOf(load), []]))
  const types = new Set(loads.map(({ kind }) => (kind === 'feed' ? 'rss' : 'weather')))
  for (let offset = 0; offset < PAGES_MAX; offset += PAGES_AT_ONCE) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'name', 'kind', 'document'])
      .where('isTemplate', '=', 0)
      // A prefilter; the widgets below decide.
      .where((where) => where.or([...types].map((type) => where('document', 'like', `%"${type}"%`))))
      .orderBy('nameKey')
      .orderBy('id')
      .offset(offset)
      .limit(PAGES_AT_ONCE)
      .execute()
    for (const { id, name, kind, document } of pages) {
      const { widgets } = readDocument(JSON.parse(document), WIDGET_FIELDS)
      for (const key of new Set(widgets.flatMap((widget) => keysOf(widget)))) {
        const found = uses.get(key)
        if (found && found.length < FAILING_USES_MAX) found.push({ kind, id, name })
      }
    }
    if (pages.length < PAGES_AT_ONCE) break
  }
  return uses
}

function keysOf(widget: Parameters<typeof liveLoadOf>[0]): string[] {
  const load = liveLoadOf(widget)
  return load ? [keyOf(load)] : []
}

async function failingSources(db: Db): Promise<Failing[]> {
  const rows = await db
    .selectFrom('sources')
    .innerJoin('source_uses', 'source_uses.nameKey', 'sources.nameKey')
    .leftJoin('pages', 'pages.id', 'source_uses.ownerId')
    .leftJoin('media', 'media.id', 'source_uses.ownerId')
    .select(['sources.id', 'sources.name', 'sources.fetchedAt', 'sources.error'])
    .select(['source_uses.ownerId', 'source_uses.ownerKind', 'pages.name as page', 'media.name as package'])
    .where('sources.failingSince', 'is not', null)
    .where('source_uses.ownerKind', '!=', 'template')
    .orderBy('sources.fetchedAt')
    .orderBy('sources.id')
    .orderBy('source_uses.id')
    .limit(PAGES_MAX)
    .execute()
  const failing = new Map<string, Failing>()
  for (const { id, name, fetchedAt: since, error: reason, ownerId, ownerKind, ...owner } of rows) {
    const found = failing.get(id) ?? { kind: 'source' as const, address: id, name, since, reason, uses: [] }
    failing.set(id, found)
    if (ownerKind !== 'template' && found.uses.length < FAILING_USES_MAX)
      found.uses.push({ kind: ownerKind, id: ownerId, name: owner.page ?? owner.package ?? '' })
  }
  return [...failing.values()]
}

import {
  FAILING_MAX,
  FAILING_USES_MAX,
  type Failing,
  type FailingUse,
} from '@vitrine/contract/api/data/widget-data'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { type LiveLoad, liveLoadOf } from '@vitrine/contract/document/live-loads'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { sql } from 'kysely'
import { openCities } from '#data/cities/api.ts'
import type { Db } from '#db/schema.ts'
import { paced } from '#lib/work/paced.ts'
import { ROWS_MAX, STALE } from './store-failing.ts'

/** Pages that are searched for uses, and pages per query: documents may be large. */
const PAGES_MAX = 500
const PAGES_AT_ONCE = 20

/** What has failed to load for long and is on a page or in a package. `db` is bound to its organization. */
export async function listFailing(db: Db, now: number): Promise<Failing[]> {
  const [loads, sources, pictures] = await Promise.all([
    failingLoads(db, now),
    failingSources(db),
    failingPictures(db),
  ])
  return [...loads, ...sources, ...pictures]
    .sort((one, other) => one.since - other.since)
    .slice(0, FAILING_MAX)
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
  let last: { nameOrder: string; id: string } | undefined
  for (let searched = 0; searched < PAGES_MAX; searched += PAGES_AT_ONCE) {
    const { nameOrder = '', id = '' } = last ?? {}
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'name', 'nameOrder', 'kind', 'document'])
      .where('isTemplate', '=', 0)
      // A prefilter; the widgets below decide.
      .where((where) => where.or([...types].map((type) => where('document', 'like', `%"${type}"%`))))
      .where(sql<boolean>`("nameOrder", "id") > (${nameOrder}, ${id})`)
      .orderBy('nameOrder')
      .orderBy('id')
      .limit(PAGES_AT_ONCE)
      .execute()
    for await (const { id, name, kind, document } of paced(pages)) {
      const { widgets } = readDocument(JSON.parse(document), WIDGET_FIELDS)
      for (const key of new Set(widgets.flatMap((widget) => keysOf(widget)))) {
        const found = uses.get(key)
        if (found && found.length < FAILING_USES_MAX) found.push({ kind, id, name })
      }
    }
    last = pages.at(-1)
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
    .innerJoin('references', 'references.toId', 'sources.nameKey')
    .leftJoin('pages', 'pages.id', 'references.fromId')
    .leftJoin('media', 'media.id', 'references.fromId')
    .select(['sources.id', 'sources.name', 'sources.fetchedAt', 'sources.error'])
    .select(['references.fromId', 'pages.kind as pageKind', 'pages.name as page', 'media.name as package'])
    .where('sources.failingSince', 'is not', null)
    .where('references.toKind', '=', 'source')
    .where('references.fromKind', 'in', ['page', 'media'])
    .where((where) => where.or([where('pages.isTemplate', 'is', null), where('pages.isTemplate', '=', 0)]))
    .orderBy('sources.fetchedAt')
    .orderBy('sources.id')
    .orderBy('references.id')
    .limit(PAGES_MAX)
    .execute()
  const failing = new Map<string, Failing>()
  for (const { id, name, fetchedAt: since, error: reason, fromId, pageKind, ...user } of rows) {
    const found = failing.get(id) ?? { kind: 'source' as const, address: id, name, since, reason, uses: [] }
    failing.set(id, found)
    if (found.uses.length < FAILING_USES_MAX)
      found.uses.push({ kind: pageKind ?? 'package', id: fromId, name: user.page ?? user.package ?? '' })
  }
  return [...failing.values()]
}

/** Web pages whose picture can't be taken. The console words the reason. */
async function failingPictures(db: Db): Promise<Failing[]> {
  const rows = await db
    .selectFrom('web_photos')
    .innerJoin('media', 'media.id', 'web_photos.id')
    .select(['web_photos.id', 'media.name', 'takenAt', 'failingSince', 'problem', 'detail'])
    .where('failingSince', 'is not', null)
    .orderBy('failingSince')
    .orderBy('web_photos.id')
    .limit(FAILING_MAX)
    .execute()
  return rows.map(({ id, name, takenAt, failingSince, problem, detail }) => ({
    kind: 'picture',
    address: id,
    name,
    since: takenAt ?? failingSince ?? 0,
    reason: `${problem} ${detail}`.trim(),
    uses: [],
  }))
}

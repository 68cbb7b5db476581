import { EXAMPLES_MAX, type ImpactExample } from '@vitrine/contract/api/base/impact'
import { FORECAST_DAYS } from '@vitrine/contract/api/playback/forecast'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

const DAY = 86_400_000
/** Maximum schedule changes to examine: two weeks with some 35 slots a day. */
const STEPS_MAX = 1000

/** The pages that play on a screen from an instant, in order, until they change; null: they don't. */
export type PagesAt = (instant: number) => { pageIds: readonly string[]; until: number | null }

/** A screen that changes, and what it plays before and after. */
export interface ChangedScreen {
  id: string
  before: PagesAt
  after: PagesAt
}

interface Difference {
  at: number
  before: string | null
  after: string | null
}

/** The first page that differs within two weeks; undefined if all pages stay, as where only hours or order change. */
function firstDifference({ before, after }: ChangedScreen, now: number): Difference | undefined {
  const end = now + FORECAST_DAYS * DAY
  for (let at = now, steps = 0; at < end && steps < STEPS_MAX; steps++) {
    const was = before(at)
    const is = after(at)
    const length = Math.max(was.pageIds.length, is.pageIds.length)
    for (let index = 0; index < length; index++) {
      const pages = { before: was.pageIds[index] ?? null, after: is.pageIds[index] ?? null }
      if (pages.before !== pages.after) return { at, ...pages }
    }
    at = Math.min(was.until ?? end, is.until ?? end)
  }
  return undefined
}

/** Screens with the same difference count as one example; the largest come first. */
export async function examplesOf(
  db: Db,
  changed: Iterable<ChangedScreen>,
  now: number,
): Promise<ImpactExample[]> {
  // Screens of one class share the functions, so each class is examined once.
  const classes = new Map<PagesAt, Map<PagesAt, ChangedScreen[]>>()
  for (const screen of changed) {
    const same = classes.get(screen.before) ?? new Map<PagesAt, ChangedScreen[]>()
    classes.set(screen.before, same.set(screen.after, [...(same.get(screen.after) ?? []), screen]))
  }
  const found = new Map<string, Difference & { ids: string[] }>()
  for (const screens of [...classes.values()].flatMap((same) => [...same.values()])) {
    const [first] = screens
    const difference = first && firstDifference(first, now)
    if (!difference) continue
    const key = JSON.stringify(difference)
    const known = found.get(key) ?? { ...difference, ids: [] }
    found.set(key, { ...known, ids: [...known.ids, ...screens.map(({ id }) => id)] })
  }
  const most = [...found.values()].sort((a, b) => b.ids.length - a.ids.length || a.at - b.at)
  return named(db, most.slice(0, EXAMPLES_MAX))
}

async function named(
  db: Db,
  differences: readonly (Difference & { ids: readonly string[] })[],
): Promise<ImpactExample[]> {
  if (differences.length === 0) return []
  const first = differences.flatMap(({ ids }) => ids.slice(0, 1)).map((id) => ({ id }))
  const screens = await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(db, first))
    .execute()
  const pageIds = differences.flatMap(({ before, after }) =>
    [before, after].flatMap((id) => (id ? [{ id }] : [])),
  )
  const pages = await db
    .selectFrom('pages')
    .select(['id', 'kind', 'width', 'height'])
    .where('id', 'in', anyOf(db, pageIds))
    .execute()
  const page = (pageId: string | null) => {
    const row = pages.find(({ id }) => id === pageId)
    return row && row.kind !== 'part'
      ? { type: row.kind, pageId: row.id, width: row.width, height: row.height }
      : null
  }
  return differences.flatMap(({ at, before, after, ids }) => {
    const screen = screens.find(({ id }) => id === ids[0])
    if (!screen) return []
    const { id: deviceId, name } = screen
    return [{ deviceId, name, screens: ids.length, at, before: page(before), after: page(after) }]
  })
}

import type { Impact } from '@vitrine/contract/api/base/impact'
import { searchKey } from '@vitrine/contract/search-key'
import { fieldsOfScreens, impactOn, missingOf } from '#content/pages/api.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { impactOf, type Plays, readPlays } from '#playback/impact/impact.ts'
import { traitsOf } from '#playback/schedules/traits.ts'
import { valuesOf } from '#playback/values.ts'

/** The screens that a save concerns: these, and those in groups, on floors, and in buildings. */
export interface Concerned {
  devices?: readonly string[]
  groups?: readonly string[]
  floors?: readonly string[]
  buildings?: readonly string[]
  /** Groups that they may move to. */
  targets?: readonly string[]
}

interface Call {
  db: Db
  query: { dryRun?: unknown }
  clock: { now(): number }
}

/** Runs a save that concerns some screens; in a dry run, adds what it changes on them to its answer. */
export async function withImpact<T extends object>(
  { db, query, clock }: Call,
  concerned: Concerned,
  save: () => Promise<T>,
): Promise<T & { impact?: Impact }> {
  if (query.dryRun === undefined) return save()
  const screens = await screensOf(db, concerned)
  const groupIds = new Set([
    ...screens.flatMap(({ deviceGroupId }) => deviceGroupId ?? []),
    ...(concerned.targets ?? []),
  ])
  const before = await readMoment(db, { screens, groupIds }, clock.now())
  const answer = await save()
  // Read again: the save may have moved them.
  const moved = await screensOf(db, { devices: screens.map(({ id }) => id) })
  const after = await readMoment(db, { screens: moved, groupIds }, clock.now())
  const others = new Set(moved.flatMap(({ id }) => (before.shown(id) === after.shown(id) ? [] : [id])))
  const impact = {
    ...(await impactOf(db, { before: before.plays, after: after.plays, others }, clock.now())),
    missing: await missingOf(db, after.plays),
  }
  return { ...answer, impact }
}

async function screensOf(db: Db, { devices = [], groups = [], floors = [], buildings = [] }: Concerned) {
  const of = (ids: readonly string[]) =>
    anyOf(
      db,
      ids.map((id) => ({ id })),
    )
  return db
    .selectFrom('devices')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.organizationId', 'devices.floorId', 'devices.deviceGroupId'])
    .where(({ or, eb }) =>
      or([
        eb('devices.id', 'in', of(devices)),
        eb('devices.deviceGroupId', 'in', of(groups)),
        eb('devices.floorId', 'in', of(floors)),
        eb('floors.buildingId', 'in', of(buildings)),
      ]),
    )
    .execute()
}
type Screens = Awaited<ReturnType<typeof screensOf>>

const only = (plays: Plays, some: readonly { id: string }[]): Plays => {
  const ids = new Set(some.map(({ id }) => id))
  return { ...plays, screens: plays.screens.filter(({ id }) => ids.has(id)) }
}

/** What screens play and, as text, the values that their pages show. */
async function readMoment(
  db: Db,
  { screens, groupIds }: { screens: Screens; groupIds: ReadonlySet<string> },
  now: number,
) {
  const plays = only(await readPlays(db, { groupIds: [...groupIds] }, now), screens)
  const fields = await fieldsOfScreens(db, plays)
  const values = fields.size > 0 ? await valuesOf(db, screens) : undefined
  const shown = (id: string): string => {
    const held = new Map((values?.get(id) ?? []).map(({ name, value }) => [searchKey(name), value]))
    const keys = new Set(fields.get(id)?.flatMap((field) => field.keys))
    return JSON.stringify([...keys].map((key) => [key, held.get(key) ?? null]))
  }
  return { plays, shown }
}

/** A save that changes all of some screens, whatever they play. */
export async function impactOnAll(db: Db, devices: readonly string[]): Promise<Impact> {
  const screens = await screensOf(db, { devices })
  return { ...impactOn({ screens, traits: await traitsOf(db, screens) }, screens), missing: [] }
}

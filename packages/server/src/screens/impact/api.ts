import type { Impact } from '@vitrine/contract/api/base/impact'
import { searchKey } from '@vitrine/contract/search-key'
import type { RuleMove } from '#base/handler.ts'
import { faultsOf, fieldsOfScreens, impactOn } from '#content/pages/api.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped, tenantOf } from '#db/scoped.ts'
import { impactOf, type Plays, readPlays } from '#playback/impact/impact.ts'
import { traitsOf } from '#playback/schedules/traits.ts'
import { valuesOf } from '#playback/values.ts'
import { fillGroups, hasGroupRules } from '#screens/group-rules/queries.ts'

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
  await followRules(db, screens, clock.now())
  // Read again: the save, or a rule of a group, may have moved them.
  const moved = await screensOf(db, { devices: screens.map(({ id }) => id) })
  for (const { deviceGroupId } of moved) if (deviceGroupId) groupIds.add(deviceGroupId)
  const after = await readMoment(db, { screens: moved, groupIds }, clock.now())
  const others = new Set(moved.flatMap(({ id }) => (before.shown(id) === after.shown(id) ? [] : [id])))
  const impact = {
    ...(await impactOf(db, { before: before.plays, after: after.plays, others }, clock.now())),
    ...(await faultsOf(db, after.plays)),
  }
  return { ...answer, impact }
}

/** Moves screens to where rules of groups want them, as the save itself would. */
async function followRules(db: Db, screens: Screens, now: number): Promise<void> {
  const organizationId = tenantOf(db) ?? screens[0]?.organizationId
  if (organizationId === undefined) return
  const own = tenantOf(db) === undefined ? scoped(db, organizationId) : db
  if (!(await hasGroupRules(own))) return
  await fillGroups(
    own,
    now,
    screens.map(({ id }) => id),
  )
}

/**
 * What some screens played before rules moved them into a group: with what those of the group did. The schedules of the
 * groups that they come from haven't changed.
 */
export async function withMoved(
  db: Db,
  before: Plays,
  moves: readonly RuleMove[],
  now: number,
): Promise<Plays> {
  const known = new Set(before.screens.map(({ id }) => id))
  const come = new Map(moves.flatMap(({ id, from }) => (known.has(id) ? [] : [[id, from?.id ?? null]])))
  if (come.size === 0) return before
  const theirs = await readPlays(
    db,
    { groupIds: [...new Set([...come.values()].flatMap((id) => id ?? []))] },
    now,
  )
  const located = (await screensOf(db, { devices: [...come.keys()] })).map((screen) => ({
    ...screen,
    deviceGroupId: come.get(screen.id) ?? null,
  }))
  return {
    schedules: new Map([...theirs.schedules, ...before.schedules]),
    items: new Map([...theirs.items, ...before.items]),
    entries: new Map([...theirs.entries, ...before.entries]),
    rests: new Map([...theirs.rests, ...before.rests]),
    screens: [...before.screens, ...located],
    traits: new Map([...before.traits, ...(await traitsOf(db, located))]),
  }
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

/** Of what groups play, the part about these screens. */
export const only = (plays: Plays, some: readonly { id: string }[]): Plays => {
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

/** What changes on so many screens, whatever they play. */
export const onScreens = ({ screens, buildings }: { screens: number; buildings: number }): Impact => ({
  ...impactOn({ screens: [], traits: new Map() }, []),
  ...{ screens, changes: screens, buildings, missing: [] },
})

/** A save that changes all of some screens, whatever they play. */
export async function impactOnAll(db: Db, devices: readonly string[]): Promise<Impact> {
  const screens = await screensOf(db, { devices })
  return { ...impactOn({ screens, traits: await traitsOf(db, screens) }, screens), missing: [] }
}

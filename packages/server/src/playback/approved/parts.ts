// The parts of manifests that some changes concern, as they would be computed now.
import type { Change } from '#base/change.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Seal } from '#lib/security/seal.ts'
import { slices } from '#lib/work/slices.ts'
import { makeDevices, makeGroup } from '#playback/states.ts'

export interface NamedPart {
  name: string
  hash: string
  isScreen: boolean
  /** Of a screen: what it plays of a group is the group's part. */
  groupId: string | null
}

interface At {
  now: number
  seal: Seal
}

/** Screens at a time. */
const AT_ONCE = 500

/** By the id of the group or the screen. Changes of content are left out. */
export async function partsAmong(
  db: Db,
  organizationId: string,
  changes: readonly Change[],
  at: At,
): Promise<Map<string, NamedPart>> {
  const ids = (wanted: Change['kind']) =>
    new Set(changes.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))
  const groups = ids('group')
  const devices = ids('device')
  const isAll = ids('organization').size > 0
  const members = await db
    .selectFrom('devices')
    .select('id')
    .where('organizationId', '=', organizationId)
    .$if(!isAll, (rows) =>
      rows.where(
        'deviceGroupId',
        'in',
        anyOf(
          db,
          [...ids('members'), ...groups].map((id) => ({ id })),
        ),
      ),
    )
    .execute()
  for (const { id } of members) devices.add(id)
  return partsOf(db, groups, devices, at)
}

/** All of an organization. */
export async function allParts(db: Db, organizationId: string, at: At): Promise<Map<string, NamedPart>> {
  const idsOf = async (table: 'device_groups' | 'devices') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('organizationId', '=', organizationId)
      .execute()
    return rows.map(({ id }) => id)
  }
  return partsOf(db, await idsOf('device_groups'), await idsOf('devices'), at)
}

/**
 * The groups, and the screens that play something besides their group's schedule: what content can change. `db` is bound
 * to the organization.
 */
export async function showingContent(db: Db, now: number): Promise<{ groups: string[]; devices: string[] }> {
  const groups = await db.selectFrom('device_groups').select('id').execute()
  const takeover = await db
    .selectFrom('takeovers')
    .select('id')
    .where('storyboardId', 'is not', null)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where(({ or, eb, val }) =>
      or([
        // A takeover may be on all screens.
        eb(val(takeover ? 1 : 0), '=', val(1)),
        eb('overrideStoryboardId', 'is not', null),
        eb('id', 'in', db.selectFrom('planned_switches').select('deviceId')),
      ]),
    )
    .execute()
  return { groups: groups.map(({ id }) => id), devices: devices.map(({ id }) => id) }
}

export async function partsOf(
  db: Db,
  groups: Iterable<string>,
  devices: Iterable<string>,
  { now, seal }: At,
): Promise<Map<string, NamedPart>> {
  const parts = new Map<string, NamedPart>()
  for (const id of groups) {
    const made = await makeGroup(db, id)
    if (made) parts.set(id, { name: made.row.name, hash: made.hash, isScreen: false, groupId: null })
  }
  for (const some of slices([...devices], AT_ONCE)) {
    const wanted = some.map((id) => ({ id }))
    for (const { row, hash } of await makeDevices(db, wanted, { now, seal, withBrand: false }))
      parts.set(row.id, { name: row.name, hash, isScreen: true, groupId: row.deviceGroupId })
  }
  return parts
}

import type { ManifestPart } from '@vitrine/contract/manifest'
import { anyOf, inSnapshot, inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { Clock } from '#lib/clock.ts'
import { configurationsOf } from './configurations.ts'
import { loadContent } from './content.ts'
import { devicePart, groupPart, NO_CONTENT, NO_GROUP, rootsOf, serialize } from './manifest.ts'
import { storedProgrammes } from './programmes.ts'

/** A group's manifest, ready to be sent. */
export interface GroupState {
  part: ManifestPart
  /** Ids of everything that a change of would change it. */
  dependsOn: ReadonlySet<string>
}

/** A screen: who it is and its own manifest. */
export interface DeviceState {
  id: string
  organizationId: string
  groupId: string | null
  tokenHash: string
  part: ManifestPart
  dependsOn: ReadonlySet<string> | null
}

/** The state of screens that are in no group. */
export const GROUPLESS: GroupState = { part: { version: 1, ...serialize(NO_GROUP) }, dependsOn: new Set() }

/** How often a part is made anew because somebody else published meanwhile. */
const ATTEMPTS = 20

type Publishing = { database: Db; clock: Clock }

/** Undefined when there is no such group (any more). */
export async function loadGroup(
  { database, clock }: Publishing,
  id: string,
): Promise<GroupState | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = await inSnapshot(database, async (tx) => {
      const row = await tx.selectFrom('device_groups').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      const programmes = storedProgrammes(row)
      const { content, dependsOn } = await loadContent(scoped(tx, row.organizationId), rootsOf(programmes))
      return { row, dependsOn, ...serialize(groupPart(id, programmes, content)) }
    })
    if (!made) return undefined
    const { row, body, hash, dependsOn } = made
    const version = await nextVersion(database, 'device_groups', row, hash, clock.now())
    if (version !== undefined) return { part: { version, hash, body }, dependsOn }
  }
  throw new Error(`The manifest of group ${id} changes faster than it can be published`)
}

/** Many at once, because many screens come back at once. Those that do not exist are left out. */
export async function loadDevices(
  { database, clock }: Publishing,
  ids: readonly string[],
): Promise<Map<string, DeviceState>> {
  const states = new Map<string, DeviceState>()
  let waiting = ids.map((id) => ({ id }))
  for (let attempt = 0; waiting.length > 0 && attempt < ATTEMPTS; attempt++) {
    const made = await inSnapshot(database, (tx) => makeDevices(tx, waiting))
    const raced: typeof waiting = []
    const fresh = made.filter(({ row, hash }) => row.manifestHash !== hash)
    const versions = new Map(made.map(({ row }) => [row.id, row.manifestVersion]))
    if (fresh.length)
      await inTransaction(database, async (tx) => {
        for (const { row, hash } of fresh) {
          const version = await nextVersion(tx, 'devices', row, hash, clock.now())
          if (version === undefined) raced.push({ id: row.id })
          else versions.set(row.id, version)
        }
      })
    const again = new Set(raced.map(({ id }) => id))
    for (const { row, hash, body, dependsOn } of made) {
      if (again.has(row.id)) continue
      const { id, organizationId, deviceGroupId: groupId, tokenHash } = row
      const part = { version: versions.get(id) ?? 0, hash, body }
      states.set(id, { id, organizationId, groupId, tokenHash, part, dependsOn })
    }
    waiting = raced
  }
  return states
}

async function makeDevices(tx: Db, wanted: readonly { id: string }[]) {
  const rows = await tx
    .selectFrom('devices')
    .innerJoin('organizations', 'organizations.id', 'devices.organizationId')
    .selectAll('devices')
    .select('organizations.name as organizationName')
    .where('devices.id', 'in', anyOf(tx, wanted))
    .execute()
  const configurations = await configurationsOf(tx, rows)
  const made = []
  for (const row of rows) {
    const { id, name, organizationId, organizationName, overrideStoryboardId: story, overrideSince } = row
    const override = story === null ? null : { storyboardId: story, since: overrideSince ?? 0 }
    const { content, dependsOn } = override
      ? await loadContent(scoped(tx, organizationId), [override.storyboardId])
      : { content: NO_CONTENT, dependsOn: null }
    const organization = { id: organizationId, name: organizationName }
    const facts = { id, name, organization, override, configuration: configurations.get(id) }
    made.push({ row, dependsOn, ...serialize(devicePart(facts, content)) })
  }
  return made
}

/**
 * The version of a part with this hash: the stored one when it is the stored part, else the next, written down. Undefined
 * when somebody else published since `row` was read; then what was made may be old.
 */
async function nextVersion(
  db: Db,
  table: 'device_groups' | 'devices',
  row: { id: string; manifestVersion: number; manifestHash: string },
  hash: string,
  now: number,
): Promise<number | undefined> {
  if (row.manifestHash === hash) return row.manifestVersion
  const updated = await db
    .updateTable(table)
    .set({ manifestVersion: row.manifestVersion + 1, manifestHash: hash, manifestAt: now })
    .where('id', '=', row.id)
    .where('manifestVersion', '=', row.manifestVersion)
    .where('manifestHash', '=', row.manifestHash)
    .executeTakeFirst()
  return updated.numUpdatedRows === 0n ? undefined : row.manifestVersion + 1
}

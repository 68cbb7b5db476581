import type {
  ManifestContent,
  ManifestPart,
  Override,
  PlannedOverride,
} from '@vitrine/contract/api/playback/manifest'
import { sourcesOfValues } from '@vitrine/contract/document/screen-values'
import { screenLocale } from '@vitrine/contract/player/screen-locale'
import { readRegion } from '#base/region.ts'
import { anyOf, inQuickTransaction, inSnapshot, tableOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { sourceChange } from '#db/sources.ts'
import type { Clock } from '#lib/clock.ts'
import type { Seal } from '#lib/security/seal.ts'
import { brandsOf, type ScreenBrand } from './brand.ts'
import { configurationsOf, sitesOf, wallPartsOf } from './configurations.ts'
import { type Content, loadContent, loadContents } from './content.ts'
import {
  deviceOwn,
  groupPart,
  NO_CONTENT,
  NO_GROUP,
  rootsOf,
  serialize,
  serializeDevice,
} from './manifest.ts'
import { hasRules, storedSchedules } from './schedules/group-schedules.ts'
import { traitsOf } from './schedules/traits.ts'
import { storedOverride } from './switches/manual-switches.ts'
import { plannedOf } from './switches/planned-switches.ts'
import { pinHash, takeoversOf } from './takeovers.ts'
import { valuesOf } from './values.ts'

/** A group's manifest, ready to be sent. */
export interface GroupState {
  part: ManifestPart
  /** Ids of everything that the manifest depends on. */
  dependsOn: ReadonlySet<string>
  /** Data sources whose changes its screens receive. */
  sources: ReadonlySet<string>
}

/** A screen: its identity and its own manifest part. */
export interface DeviceState {
  id: string
  organizationId: string
  groupId: string | null
  tokenHash: string
  part: ManifestPart
  dependsOn: ReadonlySet<string> | null
  sources?: ReadonlySet<string>
}

/** Cache keys: a change of one of these affects a group's part or its screens. */
export const keysOfGroup = ({ dependsOn, sources }: GroupState): string[] => [...dependsOn, ...sources]
export const keysOfDevice = ({ organizationId, groupId, dependsOn, sources }: DeviceState): string[] => [
  organizationId,
  ...(groupId === null ? [] : [groupId]),
  ...(dependsOn ?? []),
  ...(sources ?? []),
]

/** The state of screens without a group. */
export const GROUPLESS: GroupState = {
  part: { version: 1, ...serialize(NO_GROUP) },
  dependsOn: new Set(),
  sources: new Set(),
}

/** Shared by all screens without sources. */
const NO_SOURCES: ReadonlySet<string> = new Set()

/** The changes of data sources that affect a part. */
const sourcesOf = (
  organizationId: string,
  { sources = [] }: Pick<ManifestContent, 'sources'>,
): ReadonlySet<string> =>
  sources.length ? new Set(sources.map((name) => sourceChange(organizationId, name).id)) : NO_SOURCES

/** Maximum recomputations of a part after concurrent publications. */
const ATTEMPTS = 20

type Publishing = { database: Db; clock: Clock }

/** Undefined if the group doesn't exist (any more). */
export async function loadGroup(
  { database, clock }: Publishing,
  id: string,
): Promise<GroupState | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = await inSnapshot(database, (tx) => makeGroup(tx, id))
    if (!made) return undefined
    const { row, body, hash, dependsOn, sources } = made
    const version = await nextVersion(database, row, hash, clock.now())
    if (version !== undefined) return { part: { version, hash, body }, dependsOn, sources }
  }
  throw new Error(`The manifest of group ${id} changes faster than it can be published`)
}

/** A group's part as it is computed from what `tx` sees. */
export async function makeGroup(tx: Db, id: string) {
  const row = await tx.selectFrom('device_groups').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const schedules = storedSchedules(row)
  const { content, dependsOn } = await loadContent(
    scoped(tx, row.organizationId),
    rootsOf(schedules),
    [schedules.current, ...(schedules.next ? [schedules.next.programme] : [])].some(hasRules),
  )
  const sources = sourcesOf(row.organizationId, content)
  return { row, dependsOn, sources, ...serialize(groupPart(id, schedules, content)) }
}

/** In batches, because many screens reconnect together. Omits unknown ones. */
export async function loadDevices(
  { database, clock, seal }: Publishing & { seal: Seal },
  ids: readonly string[],
): Promise<Map<string, DeviceState>> {
  const states = new Map<string, DeviceState>()
  let waiting = ids.map((id) => ({ id }))
  for (let attempt = 0; waiting.length > 0 && attempt < ATTEMPTS; attempt++) {
    const made = await inSnapshot(database, (tx) => makeDevices(tx, waiting, { now: clock.now(), seal }))
    const fresh = made.filter(({ row, hash }) => row.manifestHash !== hash)
    const versions = new Map(made.map(({ row }) => [row.id, row.manifestVersion]))
    if (fresh.length) {
      const written = await inQuickTransaction(database, (tx) => nextVersions(tx, fresh, clock.now()))
      for (const { row } of fresh) versions.delete(row.id)
      for (const { id, manifestVersion } of written) versions.set(id, manifestVersion)
    }
    for (const { row, hash, body, dependsOn, sources } of made) {
      const { id, organizationId, deviceGroupId: groupId, tokenHash } = row
      const version = versions.get(id)
      if (version === undefined) continue
      const part = { version, hash, body }
      states.set(id, { id, organizationId, groupId, tokenHash, part, dependsOn, sources })
    }
    waiting = made.flatMap(({ row: { id } }) => (versions.has(id) ? [] : [{ id }]))
  }
  return states
}

/** Adds to planned switches the files that only they need. `present`: the storyboards that may play before. */
function withNeeds(
  planned: readonly Override[],
  contents: (roots: readonly string[]) => Content,
  present: readonly string[],
): PlannedOverride[] {
  const before = contents(present).content.files
  return planned.map((each) => {
    const files = Object.keys(contents([each.storyboardId]).content.files)
    const needs = files.filter((sha256) => !Object.hasOwn(before, sha256))
    return { ...each, ...(needs.length > 0 && { needs }) }
  })
}

const storyboardsIn = (all: readonly ({ storyboardId: string | null } | null)[]) =>
  all.flatMap((each) => each?.storyboardId ?? [])

type DeviceContent = Pick<Content, 'content' | 'text'> & {
  dependsOn: ReadonlySet<string> | null
  /** The picture of the brand isn't part of what plays. */
  isExtra?: boolean
}

/** The content of a screen that was sent nothing. */
const NOTHING: DeviceContent = { content: NO_CONTENT, text: JSON.stringify(NO_CONTENT), dependsOn: null }

const NO_BRANDS: ReadonlyMap<string, ScreenBrand> = new Map()

/** Adds the picture of a brand to content, once for all screens that share both. */
function logoAdder() {
  const made = new Map<string, DeviceContent>()
  return (own: DeviceContent, brand: ScreenBrand | undefined): DeviceContent => {
    if (!brand?.logoId) return own
    const key = `${brand.logoId} ${own.text}`
    const known = made.get(key)
    if (known) return known
    const content = { ...own.content, files: { ...own.content.files, ...brand.files } }
    const dependsOn = new Set([...(own.dependsOn ?? []), brand.logoId])
    const isExtra = Object.keys(content.files).length > Object.keys(own.content.files).length
    const added = { content, text: JSON.stringify(content), dependsOn, isExtra }
    made.set(key, added)
    return added
  }
}

/** The same for screens. `withBrand`: with what they show while nothing plays. */
export async function makeDevices(
  tx: Db,
  wanted: readonly { id: string }[],
  { now, seal, withBrand = true }: { now: number; seal: Seal; withBrand?: boolean },
) {
  const rows = await tx
    .selectFrom('devices')
    .innerJoin('organizations', 'organizations.id', 'devices.organizationId')
    .selectAll('devices')
    .select(['organizations.name as organizationName', 'organizations.region as organizationRegion'])
    .where('devices.id', 'in', anyOf(tx, wanted))
    .execute()
  const configurations = await configurationsOf(tx, rows)
  const walls = await wallPartsOf(tx, rows)
  const takeovers = await takeoversOf(tx, rows, now)
  const sites = await sitesOf(tx, rows)
  const traits = await traitsOf(tx, rows)
  const values = await valuesOf(tx, rows)
  const coming = await plannedOf(tx, rows)
  const brands = withBrand ? await brandsOf(tx, rows) : NO_BRANDS
  const withLogo = logoAdder()
  const shown = rows.map((row) => {
    const override = storedOverride(row)
    const own = takeovers.get(row.id) ?? []
    const later = coming.get(row.id) ?? []
    const present = storyboardsIn([override, ...own])
    return { row, override, own, later, present, roots: [...present, ...storyboardsIn(later)] }
  })
  // One read for all screens of an organization, whatever each of them shows.
  const contents = new Map<string, (roots: readonly string[]) => Content>()
  for (const [id, screens] of Map.groupBy(shown, ({ row }) => row.organizationId)) {
    const sets = screens.flatMap(({ roots, present, later }) => [
      ...(roots.length ? [roots] : []),
      ...(later.length ? [present, ...later.map(({ storyboardId }) => [storyboardId])] : []),
    ])
    if (sets.length) contents.set(id, await loadContents(scoped(tx, id), sets))
  }
  const made = []
  for (const { row, override, own, later, present, roots } of shown) {
    const { id, name, organizationId, organizationName, organizationRegion } = row
    const configured = configurations.get(id)
    const read = contents.get(organizationId)
    const brand = brands.get(organizationId)
    const {
      content,
      text,
      dependsOn,
      isExtra = false,
    } = withLogo(read && roots.length ? read(roots) : NOTHING, brand)
    const planned = read && later.length ? withNeeds(later, read, present) : undefined
    const organization = {
      id: organizationId,
      name: organizationName,
      ...(brand && { brand: { ...brand.shown, ...(isExtra && { logoOnly: true as const }) } }),
    }
    const facts = {
      id,
      name,
      organization,
      override,
      planned,
      configuration: configured?.configuration,
      wall: walls.get(id),
      locale: screenLocale(readRegion(organizationRegion), configured?.region),
      takeovers: own,
      sites: sites.get(organizationId),
      traits: traits.get(id),
      values: values.get(id),
      // A PIN that doesn't open must not unlock the service corner: its sealed form can't be typed.
      ...(row.pin && { pinHash: pinHash(id, seal.open('device-pin', id, row.pin) ?? row.pin) }),
    }
    const named = [...(content.sources ?? []), ...sourcesOfValues(values.get(id))]
    const sources = sourcesOf(organizationId, { sources: named })
    made.push({ row, dependsOn, sources, ...serializeDevice(deviceOwn(facts, content), text) })
  }
  return made
}

/**
 * The version of a group's part with this hash: the stored one if the hash is the same, else the next, which is then
 * stored. Undefined after a concurrent publication since `row` was read: the computed part may be stale.
 */
async function nextVersion(
  db: Db,
  row: { id: string; manifestVersion: number; manifestHash: string },
  hash: string,
  now: number,
): Promise<number | undefined> {
  if (row.manifestHash === hash) return row.manifestVersion
  const updated = await db
    .updateTable('device_groups')
    .set({ manifestVersion: row.manifestVersion + 1, manifestHash: hash, manifestAt: now })
    .where('id', '=', row.id)
    .where('manifestVersion', '=', row.manifestVersion)
    .where('manifestHash', '=', row.manifestHash)
    .executeTakeFirst()
  return updated.numUpdatedRows === 0n ? undefined : row.manifestVersion + 1
}

/** The same for many screens in one statement; omits those with a concurrent publication. */
async function nextVersions(
  tx: Db,
  made: readonly { row: { id: string; manifestVersion: number; manifestHash: string }; hash: string }[],
  now: number,
): Promise<{ id: string; manifestVersion: number }[]> {
  const given = made.map(({ row, hash }) => ({
    id: row.id,
    version: row.manifestVersion,
    before: row.manifestHash,
    hash,
  }))
  const columns = { id: 'text', version: 'integer', before: 'text', hash: 'text' } as const
  return tx
    .updateTable('devices')
    .from(tableOf(tx, columns, given).as('given'))
    .set(({ ref, eb }) => ({
      manifestVersion: eb('devices.manifestVersion', '+', 1),
      manifestHash: ref('given.hash'),
      manifestAt: now,
    }))
    .whereRef('devices.id', '=', 'given.id')
    .whereRef('devices.manifestVersion', '=', 'given.version')
    .whereRef('devices.manifestHash', '=', 'given.before')
    .returning(['devices.id', 'devices.manifestVersion'])
    .execute()
}

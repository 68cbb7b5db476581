import {
  NO_TRAITS,
  playsOn,
  ruleKey,
  type ScreenRule,
  type ScreenTraits,
} from '@vitrine/contract/schedule/screen-rule'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'

/** What a screen's traits follow from. */
export interface Located {
  id: string
  deviceGroupId: string | null
  floorId: string | null
}

const OWNERS = ['deviceId', 'deviceGroupId', 'floorId', 'buildingId'] as const

/**
 * The traits of screens: their floor and building, and the tags of these, of their group, and their own. Omits screens
 * without any.
 */
export async function traitsOf(db: Db, devices: readonly Located[]): Promise<Map<string, ScreenTraits>> {
  if (devices.length === 0) return new Map()
  const floorIds = new Set(devices.flatMap(({ floorId }) => floorId ?? []))
  const buildings = new Map<string, string>()
  if (floorIds.size > 0) {
    const floors = await whole(db)
      .selectFrom('floors')
      .select(['id', 'buildingId'])
      .where('id', 'in', listed(db, floorIds))
      .execute()
    for (const { id, buildingId } of floors) buildings.set(id, buildingId)
  }
  const chains = devices.map(({ id, deviceGroupId, floorId }) => {
    const buildingId = buildings.get(floorId ?? '')
    const places = floorId === null ? [] : [floorId, ...(buildingId === undefined ? [] : [buildingId])]
    return { id, places, owners: [id, ...(deviceGroupId === null ? [] : [deviceGroupId]), ...places] }
  })
  const tags = await tagsOf(db, new Set(chains.flatMap(({ owners }) => owners)))
  const traits = new Map<string, ScreenTraits>()
  for (const { id, places, owners } of chains) {
    const own = [...new Set(owners.flatMap((owner) => tags.get(owner) ?? []))].sort()
    if (own.length + places.length > 0) traits.set(id, { tags: own, places })
  }
  return traits
}

/** Screens with the same traits: what rules decide on one, they decide on all. */
export interface TraitsClass<D> {
  traits: ScreenTraits
  devices: D[]
  screens: number
}

export function classesOf<D extends { id: string }>(
  traits: ReadonlyMap<string, ScreenTraits>,
  devices: readonly D[],
): TraitsClass<D>[] {
  const classes = new Map<string, TraitsClass<D>>()
  for (const device of devices) {
    const own = traits.get(device.id) ?? NO_TRAITS
    const key = JSON.stringify([own.tags, own.places])
    const found = classes.get(key) ?? { traits: own, devices: [], screens: 0 }
    found.devices.push(device)
    found.screens++
    classes.set(key, found)
  }
  return [...classes.values()]
}

/** Different rules among those of pages and slots. */
export const rulesAmong = (ruled: readonly { screens?: ScreenRule | undefined }[]): ScreenRule[] => [
  ...new Map(ruled.flatMap(({ screens }) => (screens ? [[ruleKey(screens), screens]] : []))).values(),
]

/** The same text for screens on which the same rules hold: far fewer than screens with the same traits. */
export const holdingKey = (rules: readonly ScreenRule[], traits: ScreenTraits): string =>
  rules.map((rule) => (playsOn(rule, traits) ? '1' : '0')).join('')

/** Keys of tags by the id of what has them. */
async function tagsOf(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const owner of OWNERS) {
    const rows = await db
      .selectFrom('tag_uses')
      .innerJoin('tags', 'tags.id', 'tag_uses.tagId')
      .select([`tag_uses.${owner} as ownerId`, 'tags.nameKey'])
      .where(`tag_uses.${owner}`, 'in', listed(db, ids))
      .execute()
    for (const { ownerId, nameKey } of rows)
      if (ownerId !== null) found.set(ownerId, [...(found.get(ownerId) ?? []), nameKey])
  }
  return found
}

const listed = (db: Db, ids: Iterable<string>) =>
  anyOf(
    db,
    [...ids].map((id) => ({ id })),
  )

import type { UsedBy } from '@vitrine/contract/errors'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { hasFolders, isPartial, readable } from '#db/scoped.ts'

/** The tables of users that hang on places and folders. */
const PLACED = {
  'device-group': 'device_groups',
  device: 'devices',
  floor: 'floors',
  building: 'buildings',
  takeover: 'takeovers',
  trigger: 'triggers',
  package: 'media',
  'web-page': 'media',
  stream: 'media',
} as const
const isPlaced = (kind: UsedBy['kind']): kind is keyof typeof PLACED => Object.hasOwn(PLACED, kind)

/** The users that the caller finds: for someone whose rights hold for some places, the others don't exist. */
export async function reached<Use extends UsedBy>(db: Db, users: readonly Use[]): Promise<Use[]> {
  if (!isPartial(db) && !hasFolders(db)) return [...users]
  const found = new Set<string>()
  for (const [kind, own] of Map.groupBy(users, (user) => user.kind)) {
    const rows = isPlaced(kind)
      ? await readable(db).selectFrom(PLACED[kind]).select('id').where('id', 'in', anyOf(db, own)).execute()
      : own
    for (const { id } of rows) found.add(id)
  }
  return users.filter(({ id }) => found.has(id))
}

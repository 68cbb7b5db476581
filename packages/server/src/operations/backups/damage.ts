import type { DamagedFile } from '@vitrine/contract/api/operations/backups'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { DamagedFilesTable } from '#db/tables/storage.ts'
import { isoTime } from '#lib/clock.ts'
import { loadContent } from '#playback/content.ts'
import { rootsOf } from '#playback/manifest.ts'
import { storedSchedules } from '#playback/schedules/group-schedules.ts'

type Screen = DamagedFile['screens'][number]

/** Adds the names of the media that need the files, and of the screens that play them. */
export async function describeDamage(db: Db, files: readonly DamagedFilesTable[]): Promise<DamagedFile[]> {
  const ids = files.map(({ id }) => id)
  const [media, screens] = [await mediaOf(db, ids), await screensOf(db, ids)]
  return files.map(({ id, problem, foundAt, mendedAt, mendedFrom }) => ({
    sha256: id,
    problem,
    foundAt: isoTime(foundAt),
    repairedAt: mendedAt === null ? null : isoTime(mendedAt),
    repairedFrom: mendedFrom,
    media: media.get(id) ?? [],
    screens: screens.get(id) ?? [],
  }))
}

/** Media that need a file as their own, as captions, in a package, or as a thumbnail. */
async function mediaOf(db: Db, ids: readonly string[]): Promise<Map<string, DamagedFile['media']>> {
  const named = new Map<string, DamagedFile['media']>()
  const media = () =>
    db.selectFrom('media').innerJoin('organizations', 'organizations.id', 'media.organizationId')
  for (const id of ids) {
    const rows = await media()
      .select(['media.name', 'organizations.name as organization'])
      .where((where) =>
        where.or([
          where('media.sha256', '=', id),
          where('media.captionsSha256', '=', id),
          where(
            'media.id',
            'in',
            where.selectFrom('package_files').select('packageId').where('sha256', '=', id),
          ),
          where(
            'media.id',
            'in',
            where.selectFrom('package_versions').select('packageId').where('modelSha256', '=', id),
          ),
          where(
            'media.thumbnailId',
            'in',
            where.selectFrom('thumbnails').select('id').where('sha256', '=', id),
          ),
        ]),
      )
      .orderBy('media.nameOrder')
      .limit(20)
      .execute()
    named.set(id, rows)
  }
  return named
}

/** Screens whose current manifest references a file: through their group, or a current or planned manual switch. */
export async function screensOf(db: Db, ids: readonly string[]): Promise<Map<string, Screen[]>> {
  const wanted = new Set(ids)
  const found = new Map<string, Map<string, Screen>>()
  if (wanted.size === 0) return new Map()
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'name', 'organizationId', 'deviceGroupId', 'overrideStoryboardId'])
    .orderBy('nameOrder')
    .execute()
  const note = async (organizationId: string, roots: string[], screens: readonly Screen[]) => {
    if (screens.length === 0 || roots.length === 0) return
    const { content } = await loadContent(scoped(db, organizationId), roots)
    for (const sha256 of Object.keys(content.files)) {
      if (!wanted.has(sha256)) continue
      const known = found.get(sha256) ?? new Map<string, Screen>()
      for (const { id, name } of screens) known.set(id, { id, name })
      found.set(sha256, known)
    }
  }
  for (const group of await db.selectFrom('device_groups').selectAll().execute()) {
    const members = devices.filter(({ deviceGroupId }) => deviceGroupId === group.id)
    await note(group.organizationId, rootsOf(storedSchedules(group)), members)
  }
  const planned = Map.groupBy(
    await db.selectFrom('planned_switches').select(['deviceId', 'storyboardId']).execute(),
    ({ deviceId }) => deviceId,
  )
  for (const device of devices) {
    const coming = (planned.get(device.id) ?? []).map(({ storyboardId }) => storyboardId)
    const { overrideStoryboardId: sent } = device
    await note(device.organizationId, [...(sent === null ? [] : [sent]), ...coming], [device])
  }
  return new Map([...found].map(([sha256, screens]) => [sha256, [...screens.values()]]))
}

import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import type { Device, DeviceType } from '@vitrine/contract/api/screens/devices'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { withTags } from '#base/tags/queries.ts'
import { storyboardNames } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { manualSwitchesAt } from '#playback/switches/manual-switches.ts'
import { statesAt } from './states.ts'

/** Screens joined with their groups, reports and screenshots, and what their status is now. */
export function selectDevices(db: Db, now: number) {
  const { connection, content } = statesAt(db, now)
  return db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .leftJoin('pictures', 'pictures.id', 'devices.id')
    .selectAll('devices')
    .select([
      'device_groups.name as groupName',
      'device_states.ip',
      'device_states.screen',
      'device_states.playing',
      'device_states.lastSeenAt',
      'pictures.takenAt as pictureAt',
      connection.as('connection'),
      content.as('content'),
    ])
}

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirstOrThrow']>>

export async function devicesOf(db: Db, rows: readonly DeviceRow[], now: number): Promise<Device[]> {
  const known = await withTags(db, 'device', rows)
  const played = known.map(({ playing }) => (playing ? (JSON.parse(playing) as PlayingReport) : null))
  const names = await storyboardNames(
    db,
    known.flatMap((row, index) =>
      [
        played[index]?.storyboardId ?? [],
        played[index]?.failing?.storyboardId ?? [],
        row.overrideStoryboardId ?? [],
      ].flat(),
    ),
  )
  const switched = await manualSwitchesAt(db, rows, now)
  const manuals = new Map(switched.map(({ row, manual }) => [row.id, manual]))
  const factsOf = parsedOnce<ScreenFacts>()
  return known.map((row, index) => {
    const { deviceGroupId, groupName } = row
    const manual = manuals.get(row.id) ?? null
    const playing = played[index] ?? null
    return {
      ...row,
      type: row.type as DeviceType,
      screenSize: row.screenSize as ScreenSize,
      ip: row.ip ?? '',
      deviceGroup:
        deviceGroupId !== null && groupName !== null ? { id: deviceGroupId, name: groupName } : null,
      storyboardId: manual?.storyboardId ?? null,
      manualSwitch: manual && { ...manual, storyboardName: names.get(manual.storyboardId) ?? null },
      playing: playing && {
        ...playing,
        storyboardName: names.get(playing.storyboardId ?? '') ?? null,
        ...(playing.failing && { failingName: names.get(playing.failing.storyboardId) ?? null }),
      },
      screen: row.screen === null ? null : factsOf(row.screen),
      lastSeenAt: row.lastSeenAt === null ? null : isoTime(Math.min(row.lastSeenAt, now)),
    }
  })
}

/** Many screens of a list report the same. */
function parsedOnce<T>(): (json: string) => T {
  const known = new Map<string, T>()
  return (json) => {
    const parsed = known.get(json) ?? (JSON.parse(json) as T)
    known.set(json, parsed)
    return parsed
  }
}

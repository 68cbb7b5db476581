import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import type { Device, DeviceType } from '@vitrine/contract/api/screens/devices'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Size } from '@vitrine/contract/document/sizes'
import { withTags } from '#base/tags/queries.ts'
import { storyboardNames } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { traitsOf } from '#playback/schedules/traits.ts'
import { storyboardsOfTruth, truthOf } from '#screens/status/api.ts'
import { planFor } from '#screens/status/plan.ts'
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
      'device_states.takeoverId',
      'device_states.shownGroupAt',
      'device_states.shownDeviceAt',
      'device_groups.manifestAt as groupAt',
      'pictures.takenAt as pictureAt',
      connection.as('connection'),
      content.as('content'),
    ])
}

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirstOrThrow']>>

export async function devicesOf(db: Db, rows: readonly DeviceRow[], now: number): Promise<Device[]> {
  const plan = await planFor(db, rows, now)
  const traits = await traitsOf(db, rows)
  const factsOf = parsedOnce<ScreenFacts>()
  const known = (await withTags(db, 'device', rows)).map((row) => ({
    ...row,
    playing: row.playing === null ? null : (JSON.parse(row.playing) as PlayingReport),
    screen: row.screen === null ? null : factsOf(row.screen),
  }))
  const names = await storyboardNames(db, [
    ...new Set(
      known.flatMap((row) => [...storyboardsOfTruth(row, plan), row.overrideStoryboardId ?? []].flat()),
    ),
  ])
  return known.map((row) => {
    const { deviceGroupId, groupName, playing } = row
    const manual = plan.switches.get(row.id) ?? null
    return {
      ...row,
      type: row.type as DeviceType,
      screenSize: row.screenSize as ScreenSize,
      otherSize: row.otherSize === null ? null : (JSON.parse(row.otherSize) as Size),
      ip: row.ip ?? '',
      deviceGroup:
        deviceGroupId !== null && groupName !== null ? { id: deviceGroupId, name: groupName } : null,
      storyboardId: manual?.storyboardId ?? null,
      manualSwitch: manual && { ...manual, storyboardName: names.get(manual.storyboardId) ?? null },
      truth: truthOf(row, plan, names),
      changedAt: changedAt(row),
      playing: playing && {
        ...playing,
        storyboardName: names.get(playing.storyboardId ?? '') ?? null,
        ...(playing.failing && { failingName: names.get(playing.failing.storyboardId) ?? null }),
      },
      traits: traits.get(row.id),
      isPinned: row.pinnedTo !== null,
      lastSeenAt: row.lastSeenAt === null ? null : isoTime(Math.min(row.lastSeenAt, now)),
    }
  })
}

/** The latest of the first frames of both parts and of the storyboard. */
function changedAt({
  shownGroupAt,
  shownDeviceAt,
  playing,
}: Pick<DeviceRow, 'shownGroupAt' | 'shownDeviceAt'> & { playing: PlayingReport | null }): number | null {
  const known = [shownGroupAt, shownDeviceAt, playing?.seenAt].filter((at) => typeof at === 'number')
  return known.length > 0 ? Math.max(...known) : null
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

import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import {
  type Connection,
  type ContentState,
  type Device,
  type DeviceType,
  LATE_SECONDS,
  ONLINE_SECONDS,
} from '@vitrine/contract/api/screens/devices'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { withTags } from '#base/tags/queries.ts'
import { storyboardNames } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { GROUPLESS } from '#playback/states.ts'
import { manualSwitchesAt } from '#playback/switches/manual-switches.ts'
import type { Report } from '#screens/reports/report.ts'
import type { Seen } from '#screens/reports/reports.ts'
import { UPDATING_MS } from './states.ts'

/** Screens joined with their groups, reports and screenshots. */
export const selectDevices = (db: Db) =>
  db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .leftJoin('pictures', 'pictures.id', 'devices.id')
    .selectAll('devices')
    .select([
      'device_groups.name as groupName',
      'device_groups.manifestHash as groupHash',
      'device_groups.manifestAt as groupAt',
      'device_states.ip',
      'device_states.screen',
      'device_states.playing',
      'device_states.shownGroup',
      'device_states.shownDevice',
      'device_states.download',
      'device_states.lastSeenAt',
      'device_states.reportedAt',
      'pictures.takenAt as pictureAt',
    ])

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirstOrThrow']>>
type State = Pick<
  Report,
  'ip' | 'screen' | 'playing' | 'shownGroup' | 'shownDevice' | 'download' | 'lastSeenAt'
>

export async function devicesOf(
  db: Db,
  rows: readonly DeviceRow[],
  { reports, now }: Seen,
): Promise<Device[]> {
  const known = (await withTags(db, 'device', rows)).map((row) => ({ row, state: stateOf(row, reports) }))
  const played = known.map(({ state }) =>
    state?.playing ? (JSON.parse(state.playing) as PlayingReport) : null,
  )
  const names = await storyboardNames(
    db,
    known.flatMap(({ row }, index) =>
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
  return known.map(({ row, state }, index) => {
    const { deviceGroupId, groupName } = row
    const manual = manuals.get(row.id) ?? null
    const playing = played[index] ?? null
    return {
      ...row,
      type: row.type as DeviceType,
      screenSize: row.screenSize as ScreenSize,
      ip: state?.ip ?? '',
      deviceGroup:
        deviceGroupId !== null && groupName !== null ? { id: deviceGroupId, name: groupName } : null,
      storyboardId: manual?.storyboardId ?? null,
      manualSwitch: manual && { ...manual, storyboardName: names.get(manual.storyboardId) ?? null },
      connection: connectionOf(state, now),
      content: contentOf(row, state, now),
      playing: playing && {
        ...playing,
        storyboardName: names.get(playing.storyboardId ?? '') ?? null,
        ...(playing.failing && { failingName: names.get(playing.failing.storyboardId) ?? null }),
      },
      screen: state ? factsOf(state.screen) : null,
      lastSeenAt: state ? isoTime(Math.min(state.lastSeenAt, now)) : null,
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

/** The last report, in the row or later. */
function stateOf(row: DeviceRow, reports: Seen['reports']): State | null {
  const later = reports.laterThan(row.id, row.reportedAt)
  if (later) return later
  const { ip, screen, playing, shownGroup, shownDevice, download, lastSeenAt } = row
  if (ip === null || screen === null || lastSeenAt === null) return null
  return {
    ip,
    screen,
    playing,
    shownGroup: shownGroup ?? '',
    shownDevice: shownDevice ?? '',
    download: download ?? '{}',
    lastSeenAt,
  }
}

export function connectionOf(state: Pick<State, 'lastSeenAt'> | null, now: number): Connection {
  if (!state) return 'never'
  const seconds = (now - state.lastSeenAt) / 1000
  return seconds <= ONLINE_SECONDS ? 'online' : seconds <= LATE_SECONDS ? 'late' : 'offline'
}

function contentOf(row: DeviceRow, state: State | null, now: number): ContentState {
  if (!state) return 'unknown'
  const groupHash = row.deviceGroupId === null ? GROUPLESS.part.hash : row.groupHash
  if (state.shownGroup === groupHash && state.shownDevice === row.manifestHash) return 'up-to-date'
  const { missing = 0 } = JSON.parse(state.download) as { missing?: number }
  const young = now - Math.max(row.manifestAt, row.groupAt ?? 0) < UPDATING_MS
  const loading = missing > 0 && connectionOf(state, now) === 'online'
  return young || loading ? 'updating' : 'behind'
}

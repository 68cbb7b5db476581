import { type DeliveryReport, type LAG_REASONS, LATE_SECONDS } from '@vitrine/contract/devices'
import type { Db } from '#db/schema.ts'
import type { Report, ReportDetail, Seen } from '#publishing/reports.ts'
import { GROUPLESS } from '#publishing/states.ts'

type Why = (typeof LAG_REASONS)[number]
const LAGGING_SHOWN = 20

const selectScreens = (db: Db) =>
  db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .select([
      'devices.id',
      'devices.name',
      'devices.createdAt',
      'devices.deviceGroupId',
      'devices.manifestHash',
      'devices.manifestAt',
    ])
    .select(['device_groups.name as groupName', 'device_groups.manifestHash as groupHash'])
    .select(['device_groups.manifestAt as groupAt', 'device_groups.activateAt'])
    .select(['device_states.heldGroup', 'device_states.heldDevice', 'device_states.shownGroup'])
    .select([
      'device_states.shownDevice',
      'device_states.download',
      'device_states.lastSeenAt',
      'device_states.detail',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectScreens>['execute']>>[number]
type State = Pick<
  Report,
  'heldGroup' | 'heldDevice' | 'shownGroup' | 'shownDevice' | 'download' | 'lastSeenAt' | 'detail'
>

/** How far what was last published has come, group by group; the screens of no group stand last. */
export async function deliveriesOf(db: Db, seen: Seen): Promise<DeliveryReport[]> {
  const rows = await selectScreens(db).orderBy('devices.nameKey').orderBy('devices.id').execute()
  const groups = Map.groupBy(rows, ({ deviceGroupId }) => deviceGroupId)
  return [...groups]
    .map(([groupId, screens]) => deliveryOf(groupId, screens, seen))
    .sort((a, b) => (a.groupName ?? '\uffff').localeCompare(b.groupName ?? '\uffff'))
}

function deliveryOf(groupId: string | null, rows: readonly Row[], { reports, now }: Seen): DeliveryReport {
  const screens = rows.map((row) => screenOf(row, reports.waiting(row.id) ?? written(row), now))
  const first = rows[0]
  const tooks = screens.flatMap(({ took }) => (took === null ? [] : [took])).sort((a, b) => a - b)
  const lagging = screens
    .filter(({ why }) => why !== null)
    .sort((a, b) => a.lastSeenAt - b.lastSeenAt)
    .slice(0, LAGGING_SHOWN)
  return {
    groupId,
    groupName: first?.groupName ?? null,
    publishedAt: Math.max(
      first?.groupAt ?? 0,
      ...rows.map(({ manifestAt }) => (groupId === null ? manifestAt : 0)),
    ),
    activateAt: first?.activateAt ?? null,
    screens: rows.length,
    held: screens.filter(({ held }) => held).length,
    shown: screens.filter(({ shown }) => shown).length,
    p50: percentile(tooks, 0.5),
    p95: percentile(tooks, 0.95),
    lagging: lagging.map(({ deviceId, name, why, missing, total }) => ({
      deviceId,
      name,
      why: why ?? 'behind',
      missing,
      total,
    })),
  }
}

function screenOf(row: Row, state: State | null, now: number) {
  const groupHash = row.deviceGroupId === null ? GROUPLESS.part.hash : row.groupHash
  const held = state?.heldGroup === groupHash && state.heldDevice === row.manifestHash
  const shown = state?.shownGroup === groupHash && state.shownDevice === row.manifestHash
  const { missing = 0, total = 0 } = JSON.parse(state?.download ?? '{}') as {
    missing?: number
    total?: number
  }
  return {
    deviceId: row.id,
    name: row.name,
    held,
    shown,
    took: shown ? firstFrameAfter(row, state) : null,
    why: shown ? null : whyNot(state, held, missing, now),
    missing,
    total,
    lastSeenAt: state?.lastSeenAt ?? 0,
  }
}

/** From publishing to the first frame, as the screen told it; null where it cannot be told, or the screen came later. */
function firstFrameAfter(
  { createdAt, deviceGroupId, groupAt, manifestAt }: Row,
  state: State | null,
): number | null {
  const { shownAt } = JSON.parse(state?.detail ?? '{}') as ReportDetail
  const [at, since] = deviceGroupId === null ? [shownAt?.device, manifestAt] : [shownAt?.group, groupAt]
  return at && since && at >= since && Date.parse(createdAt) <= since ? at - since : null
}

function whyNot(state: State | null, held: boolean, missing: number, now: number): Why {
  if (!state) return 'never-seen'
  if (now - state.lastSeenAt > LATE_SECONDS * 1000) return 'offline'
  if (missing > 0) return 'downloading'
  return held ? 'waits-for-page' : 'behind'
}

function written(row: Row): State | null {
  const { heldGroup, heldDevice, shownGroup, shownDevice, download, lastSeenAt, detail } = row
  if (heldGroup === null || lastSeenAt === null) return null
  return {
    heldGroup,
    heldDevice: heldDevice ?? '',
    shownGroup: shownGroup ?? '',
    shownDevice: shownDevice ?? '',
    download: download ?? '{}',
    lastSeenAt,
    detail: detail ?? '{}',
  }
}

const percentile = (sorted: readonly number[], part: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? null

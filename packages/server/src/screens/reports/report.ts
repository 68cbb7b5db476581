import { hash } from 'node:crypto'
import type { Heartbeat, PlayingReport } from '@vitrine/contract/api/screens/screen-report'
import type { Selectable } from 'kysely'
import { presentOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceStatesTable } from '#db/tables/devices.ts'

/**
 * Rows per statement. SQLite keeps a prepared statement for each number of rows, which takes up to a megabyte for 500.
 */
const ROWS_AT_ONCE = 50

/** A screen's last report, as it is stored. */
export type Report = Selectable<DeviceStatesTable>

/** Details of a report that lists don't show. */
export type ReportDetail = Pick<
  Heartbeat,
  'bootId' | 'startedAt' | 'storage' | 'clockError' | 'machine' | 'inStep'
> & {
  /** When two machines last alternated with this identity. */
  clonedAt?: number
}

export const reportOf = (
  device: { deviceId: string; organizationId: string },
  {
    screen,
    held,
    shown,
    playing,
    download,
    errors,
    takeoverId = null,
    shownAt,
    revision: _,
    ...detail
  }: Heartbeat,
  ip: string,
  now: number,
): Report => ({
  id: device.deviceId,
  organizationId: device.organizationId,
  ip,
  screen: JSON.stringify(screen),
  playing: playing && JSON.stringify(playing),
  heldGroup: held.group,
  heldDevice: held.device,
  shownGroup: shown.group,
  shownDevice: shown.device,
  download: JSON.stringify(download),
  errors: JSON.stringify(errors),
  lastSeenAt: now,
  reportedAt: now,
  takeoverId,
  shownGroupAt: wholeOf(shownAt?.group),
  shownDeviceAt: wholeOf(shownAt?.device),
  detail: JSON.stringify(detail satisfies ReportDetail),
})

const wholeOf = (at: number | null | undefined) => (at == null ? null : Math.round(at))

/** Equal if people would see no difference; excludes the time of the report and the current page. */
export const appearanceHash = (report: Report) => {
  const { ip, screen, heldGroup, heldDevice, shownGroup, shownDevice, download, errors } = report
  const { clonedAt } = JSON.parse(report.detail) as ReportDetail
  const { failing = null } = JSON.parse(report.playing ?? '{}') as Partial<PlayingReport>
  const facts = [ip, screen, heldGroup, heldDevice, shownGroup, shownDevice, download, errors]
  return hash(
    'sha256',
    [...facts, report.takeoverId, clonedAt, JSON.stringify(failing)].join('\n'),
    'base64url',
  ).slice(0, 16)
}

/** Drops reports of screens that were deleted in the meantime. */
export async function saveReports(db: Db, reports: readonly Report[]): Promise<void> {
  const present = await presentOf(db, 'devices', reports)
  const rows = reports.filter(({ id }) => present.has(id))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await saveRows(db, rows.slice(at, at + ROWS_AT_ONCE))
}

async function saveRows(db: Db, rows: readonly Report[]): Promise<void> {
  await db
    .insertInto('device_states')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          organizationId: ref('excluded.organizationId'),
          ip: ref('excluded.ip'),
          screen: ref('excluded.screen'),
          playing: ref('excluded.playing'),
          heldGroup: ref('excluded.heldGroup'),
          heldDevice: ref('excluded.heldDevice'),
          shownGroup: ref('excluded.shownGroup'),
          shownDevice: ref('excluded.shownDevice'),
          download: ref('excluded.download'),
          errors: ref('excluded.errors'),
          lastSeenAt: ref('excluded.lastSeenAt'),
          reportedAt: ref('excluded.reportedAt'),
          takeoverId: ref('excluded.takeoverId'),
          shownGroupAt: ref('excluded.shownGroupAt'),
          shownDeviceAt: ref('excluded.shownDeviceAt'),
          detail: ref('excluded.detail'),
        }))
        // The screen may have reported to another server since.
        .whereRef('device_states.reportedAt', '<=', 'excluded.reportedAt'),
    )
    .execute()
}

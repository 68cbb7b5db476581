import { createHash } from 'node:crypto'
import type { TakeoverNotice } from '@vitrine/contract/api/playback/manifest'
import type { TakeoverTargets } from '@vitrine/contract/api/screens/takeovers'
import type { Db } from '#db/schema.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'

interface Target {
  id: string
  organizationId: string
  deviceGroupId: string | null
}

/** Whether a takeover targets a screen. */
export function isTargeted(
  targets: TakeoverTargets,
  { id, deviceGroupId }: Omit<Target, 'organizationId'>,
): boolean {
  if (targets.kind === 'all') return true
  if (targets.kind === 'devices') return targets.ids.includes(id)
  return deviceGroupId !== null && targets.ids.includes(deviceGroupId)
}

/** Maximum concurrent takeovers in a screen's manifest; more are a mistake. */
const EARLIER_MOST = 10

/** Takeovers of each screen, newest first, including earlier ones that outlast later ones. */
export async function takeoversOf(
  db: Db,
  devices: readonly Target[],
  now: number,
): Promise<Map<string, TakeoverNotice[]>> {
  const found = new Map<string, TakeoverNotice[]>()
  const organizations = [...new Set(devices.map(({ organizationId }) => organizationId))]
  if (organizations.length === 0) return found
  const rows = await db
    .selectFrom('takeovers')
    .selectAll()
    .where('organizationId', 'in', organizations)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('id', 'desc')
    .execute()
  if (rows.length === 0) return found
  const read = rows.map((row) => ({ row, targets: JSON.parse(row.targets) as TakeoverTargets }))
  for (const device of devices) {
    const own: TakeoverNotice[] = []
    for (const { row, targets } of read) {
      if (row.organizationId !== device.organizationId || !isTargeted(targets, device)) continue
      if (row.endsAt > (own.at(-1)?.endsAt ?? 0)) own.push(noticeOf(row))
    }
    if (own.length) found.set(device.id, own.slice(0, 1 + EARLIER_MOST))
  }
  return found
}

const noticeOf = ({
  id,
  title,
  text,
  tone,
  storyboardId,
  startedAt,
  endsAt,
}: TakeoversTable): TakeoverNotice => ({
  id,
  title,
  text,
  tone: tone as TakeoverNotice['tone'],
  storyboardId,
  startedAt,
  endsAt,
})

/** A screen compares a typed PIN with this, offline. */
export const pinHash = (deviceId: string, pin: string): string =>
  createHash('sha256').update(`${deviceId}.${pin}`).digest('hex')

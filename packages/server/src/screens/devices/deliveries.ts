import { LATE_SECONDS, ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import type { DeliveryReport, LAG_REASONS } from '@vitrine/contract/api/screens/devices/delivery'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { inParts } from '#lib/work/parts.ts'
import { countDeliveries, type Lagging } from './delivery-counts.ts'

type Why = (typeof LAG_REASONS)[number]
const LAGGING_SHOWN = 20

/** Groups whose screens are counted together. */
const AT_ONCE = 500

/** Delivery of the last publication, group by group; screens without a group come last. */
export async function deliveriesOf(db: Db, now: number): Promise<DeliveryReport[]> {
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('devices').select('devices.id').whereRef('devices.deviceGroupId', '=', 'device_groups.id'),
      ),
    )
    .execute()
  const sorted = groups.sort((a, b) => BY_NAME.compare(a.name, b.name))
  async function* parts() {
    for (let at = 0; at < sorted.length; at += AT_ONCE) {
      const ids = sorted.slice(at, at + AT_ONCE).map(({ id }) => id)
      const byGroup = new Map((await reportsOf(db, now, ids)).map((report) => [report.groupId, report]))
      yield ids.flatMap((id) => byGroup.get(id) ?? [])
    }
    yield reportsOf(db, now, null)
  }
  if (sorted.length > AT_ONCE) return inParts(parts)
  const few: DeliveryReport[] = []
  for await (const some of parts()) few.push(...some)
  return few
}

async function reportsOf(db: Db, now: number, groupIds: readonly string[] | null): Promise<DeliveryReport[]> {
  const counted = (await countDeliveries(db, now, groupIds)).map(({ lagging, ...counts }) => ({
    ...counts,
    lagging: longestSilent(lagging),
  }))
  const listed = await listScreens(
    db,
    counted.flatMap(({ lagging }) => lagging),
  )
  return counted.map(({ tooks, lagging, ...counts }) => ({
    ...counts,
    p50: percentile(tooks, 0.5),
    p95: percentile(tooks, 0.95),
    lagging: lagging
      .flatMap((screen) => {
        const row = listed.get(screen.id)
        return row ? [{ ...screen, ...row }] : []
      })
      .sort((a, b) => a.lastSeenAt - b.lastSeenAt || a.place - b.place)
      .slice(0, LAGGING_SHOWN)
      .map(({ id, name, held, lastSeenAt, download }) => {
        const { missing = 0, total = 0 } = JSON.parse(download ?? '{}') as {
          missing?: number
          total?: number
        }
        return { deviceId: id, name, why: whyNot(held, lastSeenAt, missing, now), missing, total }
      }),
  }))
}

/** A locale is looked up once here, and by `localeCompare` each time. */
const BY_NAME = new Intl.Collator('en-US', { numeric: true })

/** The longest silent of a group, and all that were silent just as long as the last of them. */
function longestSilent(screens: readonly Lagging[]): Lagging[] {
  const last = Float64Array.from(screens, ({ lastSeenAt }) => lastSeenAt).sort()[LAGGING_SHOWN - 1]
  return screens.filter(({ lastSeenAt }) => last === undefined || lastSeenAt <= last)
}

/** List entries of some screens, with their positions when sorted by name. */
async function listScreens(db: Db, screens: readonly { id: string }[]) {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.id', 'in', anyOf(db, screens))
    .orderBy('devices.nameOrder')
    .orderBy('devices.id')
    .select(['devices.id', 'devices.name', 'device_states.download'])
    .execute()
  return new Map(rows.map(({ id, ...row }, place) => [id, { ...row, place }]))
}

function whyNot(held: boolean, lastSeenAt: number, missing: number, now: number): Why {
  if (lastSeenAt === 0) return 'never-seen'
  if (now - lastSeenAt > LATE_SECONDS * 1000) return 'offline'
  if (now - lastSeenAt > ONLINE_SECONDS * 1000) return 'late'
  if (missing > 0) return 'downloading'
  return held ? 'waits-for-page' : 'behind'
}

const percentile = (sorted: Float64Array, part: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? null

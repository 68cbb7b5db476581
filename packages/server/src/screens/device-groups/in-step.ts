import { ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import type { InStep } from '@vitrine/contract/api/screens/in-step'
import { STEP_KINDS, type StepSample } from '@vitrine/contract/api/screens/screen-report'
import type { Db } from '#db/schema.ts'
import type { ReportDetail } from '#screens/reports/report.ts'

/** Maximum age of a sample in milliseconds. */
const KEPT_MS = 1_800_000
/** Milliseconds from which a screen is worth naming: two frames of most panels. */
const WORTH_NAMING_MS = 34

interface MeasuredScreen {
  id: string
  name: string
  clockError: number | null
  samples: readonly StepSample[]
}

/** Latest measurements of a group's screens. */
export async function loadInStep(db: Db, groupId: string, now: number): Promise<InStep> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .select(['devices.id', 'devices.name'])
    .select(['device_states.detail', 'device_states.lastSeenAt'])
    .where('devices.deviceGroupId', '=', groupId)
    .orderBy('devices.nameOrder')
    .orderBy('devices.id')
    .execute()
  const screens = rows.flatMap(({ id, name, detail, lastSeenAt }): MeasuredScreen[] => {
    if (!detail || now - (lastSeenAt ?? 0) > ONLINE_SECONDS * 1000) return []
    const { inStep = [], clockError = null } = JSON.parse(detail) as ReportDetail
    const samples = inStep.filter(({ at }) => at <= now && now - at <= KEPT_MS)
    return [{ id, name, clockError, samples }]
  })
  return inStepOf(screens)
}

/** Compares the measurements of several screens at the same instants. */
function inStepOf(screens: readonly MeasuredScreen[]): InStep {
  const moments = Map.groupBy(
    screens.flatMap((screen) => screen.samples.map((sample) => ({ screen, ...sample }))),
    ({ kind, at }) => `${kind} ${at}`,
  )
  // Drop an instant that one screen measured twice with different results.
  const shared = [...moments.values()].filter(
    (moment) => new Set(moment.map(({ screen }) => screen.id)).size === moment.length && moment.length > 1,
  )
  const measured = [...new Set(shared.flatMap((moment) => moment.map(({ screen }) => screen)))]
  const apart = STEP_KINDS.flatMap((kind) => {
    const spans = shared
      .filter(([first]) => first?.kind === kind)
      .map((moment) => Math.max(...moment.map(({ ms }) => ms)) - Math.min(...moment.map(({ ms }) => ms)))
    if (spans.length === 0) return []
    return [{ kind, p50: percentile(spans, 0.5), p95: percentile(spans, 0.95), moments: spans.length }]
  })
  const errors = measured.flatMap(({ clockError }) => clockError ?? [])
  return {
    apart,
    screens: measured.length,
    clockError: errors.length > 0 ? Math.max(...errors) : null,
    furthest: furthestOf(shared),
  }
}

/** With only two screens, either could be off. */
function furthestOf(moments: readonly (StepSample & { screen: MeasuredScreen })[][]): InStep['furthest'] {
  const offs = new Map<MeasuredScreen, number[]>()
  for (const moment of moments) {
    if (moment.length < 3) continue
    const middle = percentile(
      moment.map(({ ms }) => ms),
      0.5,
    )
    for (const { screen, ms } of moment) offs.set(screen, [...(offs.get(screen) ?? []), ms - middle])
  }
  const medians = [...offs].map(([{ id, name }, all]) => ({ id, name, ms: percentile(all, 0.5) }))
  const furthest = medians.sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms))[0]
  return furthest && Math.abs(furthest.ms) >= WORTH_NAMING_MS ? furthest : null
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0
}

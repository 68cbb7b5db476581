import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { ScreenSwitch } from '@vitrine/contract/api/screens/manual-switches'
import type { Takeover } from '@vitrine/contract/api/screens/takeovers'
import { minutesOn } from '@vitrine/contract/schedule/played-day'

/** What plays on screens of a group instead of its schedule. Instants in milliseconds since 1970. */
export interface Overlay {
  key: string
  kind: 'switch' | 'planned' | 'takeover'
  since: number
  /** Null: until someone ends it. */
  until: number | null
  storyboardId: string | null
  /** Of a takeover. */
  title: string | null
  screens: number
  isAll: boolean
}

type ListedTakeover = Pick<
  Takeover,
  'id' | 'organizationId' | 'title' | 'storyboardId' | 'startedAt' | 'endsAt' | 'isActive'
> & { targets: { kind: 'all' } | { kind: 'groups'; ids: string[] } | { kind: 'devices' } }

export interface Deviations {
  switches: readonly ScreenSwitch[]
  planned: readonly ScreenSwitch[]
  takeovers: readonly ListedTakeover[]
}

/** The switches and takeovers of a group's screens; those with the same storyboard and end are one. */
export function overlaysOf(
  { id, organizationId, devices }: Pick<DeviceGroup, 'id' | 'organizationId' | 'devices'>,
  { switches, planned, takeovers }: Deviations,
): Overlay[] {
  const switched = (kind: 'switch' | 'planned', all: readonly ScreenSwitch[]): Overlay[] => {
    const found = new Map<string, Overlay>()
    for (const { deviceGroupId, storyboardId, since, until } of all) {
      if (deviceGroupId !== id) continue
      const key = [kind, storyboardId, until, kind === 'planned' ? since : ''].join(' ')
      const { since: first = since, screens = 0 } = found.get(key) ?? {}
      const all = { screens: screens + 1, isAll: screens + 1 === devices.length }
      found.set(key, { key, kind, title: null, storyboardId, until, since: Math.min(first, since), ...all })
    }
    return [...found.values()]
  }
  const taken = takeovers.flatMap(({ targets, isActive, ...takeover }): Overlay[] => {
    if (!isActive || takeover.organizationId !== organizationId || devices.length === 0) return []
    // The list doesn't name the single screens of a takeover.
    if (targets.kind !== 'all' && !(targets.kind === 'groups' && targets.ids.includes(id))) return []
    const { title, storyboardId, startedAt, endsAt } = takeover
    const span = { since: Date.parse(startedAt), until: endsAt }
    const all = { screens: devices.length, isAll: true }
    return [{ key: `takeover ${takeover.id}`, kind: 'takeover', ...span, title, storyboardId, ...all }]
  })
  return [...switched('switch', switches), ...switched('planned', planned), ...taken]
}

const DAY = 86_400_000

/** The parts of overlays on a day of a zone, in minutes. */
export function overlaysOn(overlays: readonly Overlay[], zone: string, day: string) {
  const noon = Date.parse(day) + DAY / 2
  return overlays.flatMap((overlay) => {
    // No zone is further off: asking for its clocks takes longer.
    if (overlay.since > noon + 2 * DAY || (overlay.until !== null && overlay.until < noon - 2 * DAY))
      return []
    const part = minutesOn(zone, day, overlay)
    return part ? [{ ...overlay, ...part }] : []
  })
}

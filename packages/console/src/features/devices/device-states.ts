import type { Device } from '@vitrine/contract/api/screens/devices'
import { compareNames } from '#lib/text/compare-names.ts'
import type { Status } from '#ui/screen/status-tones.ts'
import type { DeviceFacet } from './list-view.ts'

/** What is worst about a screen: its connection, and where that is fine its content. */
export function stateOf({ connection, content }: Pick<Device, 'connection' | 'content'>): Status {
  if (connection !== 'online') return connection
  return content === 'behind' || content === 'updating' ? content : 'online'
}

const IS: Readonly<Record<DeviceFacet, (device: Device) => boolean>> = {
  problems: (device) => ['offline', 'late', 'behind'].includes(stateOf(device)),
  playing: (device) => stateOf(device) === 'online',
  updating: (device) => stateOf(device) === 'updating',
  offline: ({ connection }) => connection === 'offline' || connection === 'late',
  never: ({ connection }) => connection === 'never',
  unassigned: ({ playing, connection }) => connection !== 'never' && playing?.storyboardId == null,
}

export const isOf = (facet: DeviceFacet | undefined, device: Device): boolean =>
  facet === undefined || IS[facet](device)

const ORDER: readonly Status[] = ['offline', 'late', 'behind', 'updating', 'online', 'never']

/** Problems first, then what plays, then what was never heard of; by name where equal. */
export const problemsFirst = (devices: readonly Device[]): Device[] =>
  devices.toSorted(
    (a, b) => ORDER.indexOf(stateOf(a)) - ORDER.indexOf(stateOf(b)) || compareNames(a.name, b.name),
  )

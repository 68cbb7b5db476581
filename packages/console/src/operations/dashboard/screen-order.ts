import type { Device } from '@vitrine/contract/api/screens/devices'
import type { Status } from '#ui/screen/status-tones.ts'

/** A screen's worst problem: its connection first, then its content. */
export function worstOf({ connection, content }: Pick<Device, 'connection' | 'content'>): Status {
  if (connection !== 'online') return connection
  return content === 'behind' || content === 'updating' ? content : 'online'
}

const ORDER: readonly Status[] = ['offline', 'late', 'behind', 'updating', 'online', 'never']

/** Problems first, then playing screens, then screens that never connected; each by name. */
export const problemsFirst = (devices: readonly Device[]): Device[] =>
  devices.toSorted(
    (a, b) =>
      ORDER.indexOf(worstOf(a)) - ORDER.indexOf(worstOf(b)) ||
      (a.name < b.name ? -1 : Number(a.name > b.name)),
  )

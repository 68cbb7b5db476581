import type { Device } from '@vitrine/contract/api/screens/devices'
import type { Status } from '#ui/screen/status-tones.ts'

/** A screen's worst problem: its connection, then its content. */
export function stateOf({ connection, content }: Pick<Device, 'connection' | 'content'>): Status {
  if (connection !== 'online') return connection
  return content === 'behind' || content === 'updating' ? content : 'online'
}

import type { Device } from '@vitrine/contract/api/screens/devices'
import { isPanelProblem } from '@vitrine/contract/player/panel'
import type { Status } from '#ui/screen/status-tones.ts'

/** A screen's worst problem: its connection, then its content, then its TV. */
export function stateOf({
  connection,
  content,
  screen,
}: Pick<Device, 'connection' | 'content' | 'screen'>): Status {
  if (connection !== 'online') return connection
  if (content === 'behind' || content === 'updating') return content
  if (isPanelProblem(screen?.panel)) return 'panel'
  return screen?.panel === 'off-by-plan' ? 'off-by-plan' : 'online'
}

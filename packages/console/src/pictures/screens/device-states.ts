import type { Device } from '@vitrine/contract/api/screens/devices'
import type { Status } from '#ui/screen/status-tones.ts'

/** Whether a screen shows what it should; of one that doesn't report, since when roughly. */
export const stateOf = ({ truth, connection }: Pick<Device, 'truth' | 'connection'>): Status =>
  truth.value === 'unknown' ? connection : truth.value

import type { DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { isFailing } from '@vitrine/contract/player/blank'
import { isPanelProblem } from '@vitrine/contract/player/panel'

type Known = Pick<Device, 'connection' | 'content' | 'playing' | 'screen'>

const isOffline = ({ connection }: Known) => connection === 'offline' || connection === 'late'
const isOnline = ({ connection }: Known) => connection === 'online'
const isBehind = (device: Known) => isOnline(device) && device.content === 'behind'
const isUpdating = (device: Known) => isOnline(device) && device.content === 'updating'
const isWrongPanel = (device: Known) => isOnline(device) && isPanelProblem(device.screen?.panel)

/** The server's filters (`statesAt`) for lists that are already loaded. */
const BELONGS: Record<DeviceFacet, (device: Known) => boolean> = {
  problems: (device) =>
    isOffline(device) ||
    isBehind(device) ||
    isWrongPanel(device) ||
    isFailing(device) ||
    // A takeover's message has no storyboard, either.
    (isOnline(device) && device.playing?.storyboardId === null && device.playing.reason !== 'takeover'),
  playing: (device) => isOnline(device) && !isBehind(device) && !isUpdating(device),
  updating: isUpdating,
  behind: isBehind,
  offline: isOffline,
  never: ({ connection }) => connection === 'never',
  blank: isFailing,
  unassigned: ({ connection, playing }) => connection !== 'never' && !playing?.storyboardId,
  panel: isWrongPanel,
}

export const isOf = (facet: DeviceFacet, device: Known): boolean => BELONGS[facet](device)

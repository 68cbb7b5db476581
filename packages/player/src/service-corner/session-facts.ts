import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import type { Connection } from '#downlink/connection.ts'
import type { Library } from '#downlink/library.ts'
import { lookUp } from '#downlink/parts.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'
import type { Fact } from './facts.ts'

/** The parts of a connected screen that the corner shows. */
export interface ConnectedScreen {
  library: Library
  playback: Playback
  director: Director
  connection: Connection
  device: () => DevicePart | undefined
}

const REASONS = {
  default: 'group default',
  slot: 'schedule',
  override: 'switched manually',
  action: 'touch',
  takeover: 'emergency takeover',
  nothing: 'nothing assigned',
} as const

const connectionText = ({ connected, isRefused }: Connection) =>
  isRefused
    ? "this server doesn't know the screen and its PIN. An administrator can reconnect it in Devices, Unknown screens"
    : connected.get()
      ? 'connected'
      : 'not connected'

/** Describes a session for the service corner. */
export function sessionFacts(
  { library, playback, director, connection }: ConnectedScreen,
  clock: Pick<Clock, 'monotonic'>,
): Fact[] {
  const { device, group } = library.latest.get()
  const { storyboardId, reason, until } = playback.now.get()
  const { missing, total } = library.progress.get()
  const storyboard = storyboardId && lookUp(library.ready.get(), 'storyboards', storyboardId)
  const contact = connection.heardAt
  return [
    {
      label: 'Screen',
      value: device ? `${device.body.name}, ${device.body.organization.name}` : 'not known yet',
    },
    ...(device ? [{ label: 'Identity', value: device.body.deviceId }] : []),
    {
      label: 'Connection',
      value: `${connectionText(connection)}${
        contact === undefined
          ? ''
          : `, last contact ${Math.round((clock.monotonic() - contact) / 1000)} s ago`
      }`,
    },
    {
      label: 'Playing',
      value: `${storyboard ? `${storyboard.name}, page ${(director.front?.show.index ?? 0) + 1} of ${storyboard.items.length}, ` : ''}${REASONS[reason]}${
        until === null ? '' : ` until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      }`,
    },
    {
      label: 'Files',
      value:
        total === 0
          ? 'none needed'
          : `${missing === 0 ? 'all' : `${total - missing} of`} ${total} downloaded`,
    },
    { label: 'Content', value: `group ${group?.version ?? '–'}, screen ${device?.version ?? '–'}` },
  ]
}

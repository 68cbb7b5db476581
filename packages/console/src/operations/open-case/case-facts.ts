import type { Device } from '@vitrine/contract/api/screens/devices'
import { STORED_VERSION } from '#lib/session/session.ts'
import { ownZone } from '#lib/text/time-zone.ts'

/** Diagnostics for support: console, browser, window, time zone, screen status. */
export function caseFacts(device: Device | undefined): string {
  const lines = [
    `Console ${STORED_VERSION} at ${window.location.origin}`,
    navigator.userAgent,
    `Window ${window.innerWidth}×${window.innerHeight}, ${document.documentElement.lang}, ${ownZone()}`,
  ]
  if (device)
    lines.push(
      `Screen ${device.name}: ${device.connection}, content ${device.content}, seen ${device.lastSeenAt ?? 'never'}`,
    )
  return lines.join('\n').slice(0, 2000)
}

import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import type { Device } from '@vitrine/contract/api/screens/devices'

/** A screen's size in pixels, as it is mounted: what it reported, or else what it was added as. */
export function sizeOfScreen(device: Pick<Device, 'screen' | 'screenSize'> | undefined): {
  width: number
  height: number
} {
  const { screen, screenSize = 1 } = device ?? {}
  if (!screen || screen.width <= 0 || screen.height <= 0) return SCREEN_SIZES[screenSize]
  return { width: screen.width, height: screen.height }
}

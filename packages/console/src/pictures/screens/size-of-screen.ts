import type { Device } from '@vitrine/contract/api/screens/devices'
import { sizeOfDevice } from '@vitrine/contract/api/screens/screen-size'
import type { Size } from '@vitrine/contract/document/sizes'

/** A screen's size in pixels, as it is mounted; that of a usual screen while it is unknown. */
export const sizeOfScreen = (device: Pick<Device, 'screen' | 'screenSize' | 'otherSize'> | undefined): Size =>
  sizeOfDevice(device ?? { screen: null, screenSize: 1 })

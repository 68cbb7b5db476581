import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { Vitrine } from '#index.ts'

/** What the server has now. */
export interface Organization {
  screens: Device[]
  groups: DeviceGroup[]
  /** Those that people made. Files name the others by their ids. */
  storyboards: Storyboard[]
}

export async function currentOf(api: Vitrine): Promise<Organization> {
  const { devices } = await api.devices.list()
  const { devicesGroups } = await api.deviceGroups.list()
  const { storyboards } = await api.storyboards.list({ query: { made: '0' } })
  return { screens: devices, groups: devicesGroups, storyboards }
}

import { DEVICE_FACETS, type DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

export const DEVICE_VIEWS = ['table', 'wall', 'delivery'] as const
export type DeviceView = (typeof DEVICE_VIEWS)[number]

export interface DevicesSearch extends ListSearch {
  /** From the QR code of a screen. */
  code?: string
  view?: DeviceView
  only?: DeviceFacet
}

/** Parses the view from the URL's search; invalid parts are dropped. */
export function devicesSearch(raw: Record<string, unknown>): DevicesSearch {
  const found: DevicesSearch = listSearch(raw)
  if (typeof raw.code === 'string') found.code = raw.code.slice(0, 20)
  const view = DEVICE_VIEWS.find((one) => one === raw.view)
  if (view && view !== 'table') found.view = view
  const only = DEVICE_FACETS.find((one) => one === raw.only)
  if (only) found.only = only
  return found
}

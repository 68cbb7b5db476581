/** Groups of screens by their state: lists filter by one. A screen can be in several. */
export const DEVICE_FACETS = [
  'problems',
  'playing',
  'updating',
  'behind',
  'offline',
  'never',
  'unassigned',
  'blank',
  'panel',
] as const
/** All groups that are counted: also parts of the above that the dashboard words differently. */
export const DEVICE_STATES = [...DEVICE_FACETS, 'late', 'idle'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]
export type DeviceFacet = (typeof DEVICE_FACETS)[number]

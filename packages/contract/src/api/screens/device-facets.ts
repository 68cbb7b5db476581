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
export type DeviceFacet = (typeof DEVICE_FACETS)[number]

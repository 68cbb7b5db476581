import { FULL_VIDEO, ZONE_INTERVAL } from './kinds/media-zone.ts'
import type { Choice } from './option.ts'

/** The choices of an entry's duration. "Full video" is for videos only. */
export const DURATIONS: readonly Choice<number>[] = [
  { value: ZONE_INTERVAL, label: 'Zone interval' },
  { value: FULL_VIDEO, label: 'Full video' },
  ...[5, 10, 15, 20, 30, 45, 60, 120, 300].map((value) => ({ value, label: `${value} seconds` })),
]
/** `FULL_VIDEO` for videos, `ZONE_INTERVAL` for everything else. */
export const defaultDuration = (mimetype: string): number =>
  mimetype.startsWith('video/') ? FULL_VIDEO : ZONE_INTERVAL

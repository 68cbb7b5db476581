import { asId, asList, asNumber, type Kind, unless, wrong } from '#fields/kind.ts'
import { idsOf, type MediaEntry } from '#fields/media-entry.ts'
import { count, optional } from '#fields/option.ts'
import { isRecord } from '#record.ts'

/** `duration` in seconds: above 0 as it says, `FULL_VIDEO` the video's own length, `ZONE_INTERVAL` the zone's interval. */
export interface MediaZoneEntry extends MediaEntry {
  duration: number
}
export const ZONE_INTERVAL = 0
export const FULL_VIDEO = -1
/** An entry's time on screen in seconds. `length`: the video's, where known. */
export function secondsOf(duration: number, interval: number, length: number | null | undefined): number {
  if (duration > 0) return duration
  return duration === FULL_VIDEO && length && length > 0 ? length : interval
}
const isDuration = (value: unknown): value is number =>
  typeof value === 'number' &&
  ((value > 0 && value <= 86_400) || value === ZONE_INTERVAL || value === FULL_VIDEO)

/** Entries, unless `max` says otherwise. */
export const MEDIA_ZONE_MAX = 30
const options = { max: optional(count(100)) }

/** What a media zone plays, in order. */
export const mediaZone: Kind<typeof options, readonly MediaZoneEntry[]> = {
  options: [options],
  empty: () => [],
  read: (field, stored) =>
    asList(stored)
      ?.flatMap((entry): MediaZoneEntry[] => {
        const mediaId = asId(isRecord(entry) ? entry.mediaId : entry)
        const duration = isRecord(entry) ? asNumber(entry.duration) : undefined
        return mediaId ? [{ mediaId, duration: isDuration(duration) ? duration : ZONE_INTERVAL }] : []
      })
      .slice(0, field.max ?? MEDIA_ZONE_MAX),
  check: (field, value) => {
    const list = asList(value)
    const max = field.max ?? MEDIA_ZONE_MAX
    if (!list) return wrong('invalid')
    if (list.length > max) return wrong('at_most_files', max)
    const isEntry = (entry: unknown) => isRecord(entry) && asId(entry.mediaId) && isDuration(entry.duration)
    return unless(list.every(isEntry), 'invalid')
  },
  media: (_field, value) => idsOf(value),
  replace: (_field, value, { media }) => media?.(value as readonly MediaZoneEntry[]) ?? value,
}

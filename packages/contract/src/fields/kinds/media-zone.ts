import { type FilesRule, isFilesRule, readFilesRule } from '#fields/files-rule.ts'
import { asId, asList, asNumber, fieldError, type Kind, noErrors } from '#fields/kind.ts'
import { idsOf, type MediaEntry } from '#fields/media-entry.ts'
import { count, optional } from '#fields/option.ts'
import { isRecord } from '#record.ts'
import type { Rule } from '#rules.ts'
import { contradictionIn, isScreenRule, type ScreenRule } from '#schedule/screen-rule.ts'
import { isShowDate, isShowSpan, type ShowDates } from '#schedule/show-dates.ts'

/** `duration` in seconds if positive; `FULL_VIDEO`: the video's own length; `ZONE_INTERVAL`: the zone's interval. */
export interface MediaZoneEntry extends MediaEntry, ShowDates {
  /** Instead of a file, whose id is then empty: the files that match. The server puts them in its place for screens. */
  files?: FilesRule | undefined
  duration: number
  /** On which screens it shows; absent: on all. */
  screens?: ScreenRule | undefined
  /** How it fills the zone; the zone's own `fit` when absent. */
  fit?: Fit | undefined
  /** Focal point when `cover` crops it, as CSS `object-position`; the center when absent. */
  focus?: Focus | undefined
}
/** As CSS `object-fit`; `blur` shows all of it over a blurred copy that fills the zone. */
export const FITS = ['contain', 'cover', 'stretch', 'blur'] as const
export type Fit = (typeof FITS)[number]
/** Row by row. */
export const FOCUSES = [
  'left top',
  'top',
  'right top',
  'left',
  'center',
  'right',
  'left bottom',
  'bottom',
  'right bottom',
] as const
export type Focus = (typeof FOCUSES)[number]
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

export const isFit = (value: unknown): value is Fit => FITS.some((fit) => fit === value)
const isFocus = (value: unknown): value is Focus => FOCUSES.some((focus) => focus === value)

const isRule = (value: unknown): value is ScreenRule => isScreenRule(value) && !contradictionIn(value)

/** Default maximum number of entries. */
export const MEDIA_ZONE_MAX = 30
const options = { max: optional(count(100)) }

/** What is wrong with an entry. */
function wrongIn(entry: unknown): Rule | undefined {
  if (!isRecord(entry) || (!asId(entry.mediaId) && !isFilesRule(entry.files))) return 'media_entry'
  if (!isDuration(entry.duration)) return 'media_duration'
  const { fit, focus, showFrom, showUntil } = entry
  if ((fit !== undefined && !isFit(fit)) || (focus !== undefined && !isFocus(focus))) return 'media_fit'
  const areDates = [showFrom, showUntil].every((date) => date === undefined || isShowDate(date))
  if (!areDates || !isShowSpan(entry)) return 'media_dates'
  const { screens } = entry
  return screens === undefined || isRule(screens) ? undefined : 'media_screens'
}

/** The playlist of a media zone. */
export const mediaZone: Kind<typeof options, readonly MediaZoneEntry[]> = {
  options: [options],
  empty: () => [],
  read: (field, stored) =>
    asList(stored)
      ?.flatMap((entry): MediaZoneEntry[] => {
        const ownId = asId(isRecord(entry) ? entry.mediaId : entry)
        const files = isRecord(entry) && !ownId ? readFilesRule(entry.files) : undefined
        const mediaId = files ? '' : ownId
        const duration = isRecord(entry) ? asNumber(entry.duration) : undefined
        if (mediaId === undefined) return []
        const { fit, focus, showFrom, showUntil, screens } = isRecord(entry) ? entry : {}
        return [
          {
            mediaId,
            ...(files && { files }),
            duration: isDuration(duration) ? duration : ZONE_INTERVAL,
            ...(isFit(fit) && { fit }),
            ...(isFocus(focus) && { focus }),
            ...(isShowDate(showFrom) && { showFrom }),
            ...(isShowDate(showUntil) && { showUntil }),
            ...(isRule(screens) && { screens }),
          },
        ]
      })
      .slice(0, field.max ?? MEDIA_ZONE_MAX),
  check: (field, value) => {
    const list = asList(value)
    const max = field.max ?? MEDIA_ZONE_MAX
    if (!list) return fieldError('list')
    if (list.length > max) return fieldError('at_most_files', max)
    for (const [index, entry] of list.entries()) {
      const wrong = wrongIn(entry)
      if (wrong) return fieldError(wrong, index + 1)
    }
    return noErrors
  },
  media: (_field, value) => idsOf(value),
  replace: (_field, value, { media }) => media?.(value as readonly MediaZoneEntry[]) ?? value,
}

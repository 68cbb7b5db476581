import { asId, asList, errorUnless, fieldError, type Kind } from '#fields/kind.ts'
import { idsOf, type MediaEntry } from '#fields/media-entry.ts'
import { count, list, oneOf, optional } from '#fields/option.ts'
import { isRecord } from '#record.ts'

const options = {
  accept: optional(list(oneOf('image', 'video', 'package'), 100)),
  /** Maximum number of files, 1 by default. */
  max: optional(count(100)),
}

/** Files of the media library. */
export const attachment: Kind<typeof options, readonly MediaEntry[]> = {
  options: [options],
  empty: () => [],
  read: (field, stored) => {
    const list = Array.isArray(stored) ? stored : [stored]
    const ids = list.map((entry) => asId(isRecord(entry) ? entry.mediaId : entry))
    return ids.flatMap((mediaId) => (mediaId ? [{ mediaId }] : [])).slice(0, field.max ?? 1)
  },
  check: (field, value) => {
    const list = asList(value)
    const max = field.max ?? 1
    if (!list) return fieldError('list')
    if (list.length > max) return fieldError('at_most_files', max)
    const wrong = list.findIndex((entry) => !isRecord(entry) || !asId(entry.mediaId))
    return errorUnless(wrong === -1, 'media_entry', wrong + 1)
  },
  media: (_field, value) => idsOf(value),
  replace: (_field, value, { media }) => media?.(value as readonly MediaEntry[]) ?? value,
}

import type { LocalEntry, LocalEntryInput, PlacedSlot } from '@vitrine/contract/api/content/local-content'
import type { Media } from '@vitrine/contract/api/content/media'
import { type LocalKind, mostEntries } from '@vitrine/contract/schedule/local-slot'

/** An entry in the form. */
export interface FormEntry extends LocalEntry {
  key: string
}

/** Seconds of what has no length. */
const SECONDS = 5

const kindOf = (mimetype: string): LocalKind | undefined =>
  mimetype.startsWith('image/') ? 'picture' : mimetype.startsWith('video/') ? 'video' : undefined

/** Undefined for what a slot never shows, such as sounds. */
export function entryOfMedia({ id, name, mimetype, duration, thumbnailId }: Media): LocalEntry | undefined {
  const kind = kindOf(mimetype)
  if (!kind) return undefined
  const seconds = duration ? Math.max(1, Math.ceil(duration)) : SECONDS
  return { kind, name, mediaId: id, thumbnailId, duration: seconds, waits: true }
}

interface StoryPage {
  id: string
  name: string
  thumbnailId?: string | null
}

export const entryOfPage = (
  type: PlacedSlot['type'],
  { id, name, thumbnailId = null }: StoryPage,
): LocalEntry => ({
  ...{ kind: 'page', name, thumbnailId, duration: SECONDS, waits: true },
  ...(type === 'standard' ? { cardId: id } : { layoutId: id }),
})

export const inputOf = ({
  mediaId,
  cardId,
  layoutId,
  duration,
  showFrom,
  showUntil,
}: LocalEntry): LocalEntryInput => ({
  ...(mediaId ? { mediaId } : cardId ? { cardId } : { layoutId }),
  duration,
  ...(showFrom && { showFrom }),
  ...(showUntil && { showUntil }),
})

/** What is used and allowed; a half-typed duration counts as none. */
export function roomIn(
  { entries: most, seconds, each }: PlacedSlot['slot'],
  entries: readonly Pick<LocalEntry, 'duration'>[],
) {
  const used = entries.reduce((sum, { duration }) => sum + (Number(duration) || 0), 0)
  const left = mostEntries({ entries: most }) - entries.length
  const isOver =
    left < 0 ||
    (seconds !== undefined && used > seconds) ||
    entries.some(({ duration }) => !(duration >= 1) || (each !== undefined && duration > each))
  return { most: mostEntries({ entries: most }), left, used, seconds, isOver }
}

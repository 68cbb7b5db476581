import { createHash } from 'node:crypto'

/** Storage format of plays. Rows depend on it, so nothing here may ever change. */

export const HOUR = 3_600_000
/** Numbers in `play_hours.item` for totals over all items: of one screen, and of all screens (screen number 0). */
export const EVERY_ITEM = 0
export const EVERYTHING = -1

/**
 * The screen's own id of a play as 47 bits, which SQLite stores in six bytes. Unique only together with screen and
 * start: in 10,000 plays a day, one collision per screen is expected in three million days.
 */
export const playKey = (id: string): number =>
  createHash('sha256').update(id).digest().readUIntBE(0, 6) % 2 ** 47

export interface PlayedItem {
  organizationId: string
  kind: string
  storyboardId: string
  pageId: string
  mediaId: string | null
}

export const itemId = ({ organizationId, kind, storyboardId, pageId, mediaId }: PlayedItem): string =>
  createHash('sha256')
    .update([organizationId, kind, storyboardId, pageId, mediaId ?? ''].join('\n'))
    .digest('base64url')
    .slice(0, 22)

export const hourOf = (at: number): number => Math.floor(at / HOUR)

/** Calls `each` with the milliseconds in every hour that a span overlaps. */
export function eachHour(from: number, to: number, each: (hour: number, milliseconds: number) => void): void {
  for (let at = from; at < to; ) {
    const hour = hourOf(at)
    const end = Math.min(to, (hour + 1) * HOUR)
    each(hour, end - at)
    at = end
  }
}

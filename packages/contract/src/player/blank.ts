/** The status of a screen, as lists have it. */
interface Status {
  connection: string
  content: string
  playing: { storyboardId: string | null; pageId: string | null; reason: string; failing?: unknown } | null
}

/**
 * Whether a screen has content but can't show any page of it, such as a video that its browser can't decode. It shows
 * its waiting screen instead.
 */
export const isBlank = ({ connection, content, playing }: Status): boolean =>
  connection === 'online' &&
  content === 'up-to-date' &&
  Boolean(playing?.storyboardId) &&
  playing?.pageId === null &&
  playing.reason !== 'takeover'

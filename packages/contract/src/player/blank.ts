import type { Device } from '#api/screens/devices.ts'

/**
 * Whether a screen has content but can't show any page of it, such as a video that its browser can't decode. It shows
 * its waiting screen instead.
 */
export const isBlank = ({
  connection,
  content,
  playing,
}: Pick<Device, 'connection' | 'content' | 'playing'>): boolean =>
  connection === 'online' &&
  content === 'up-to-date' &&
  Boolean(playing?.storyboardId) &&
  playing?.pageId === null &&
  playing.reason !== 'takeover'

/** Whether a screen can't show what it should play, whether or not something else plays in its place. */
export const isFailing = (device: Parameters<typeof isBlank>[0]): boolean =>
  isBlank(device) || (device.connection === 'online' && Boolean(device.playing?.failing))

import type { DevicePart, TakeoverNotice } from '#api/screens/manifest.ts'

/** The takeover that a screen follows at an instant: the newest, and once that is over an earlier one that is not. */
export const takeoverAt = (
  { takeover, earlierTakeovers = [] }: Pick<DevicePart, 'takeover' | 'earlierTakeovers'>,
  instant: number,
): TakeoverNotice | undefined =>
  [...(takeover ? [takeover] : []), ...earlierTakeovers].find(({ endsAt }) => endsAt > instant)

/** The ETag of a manifest: it changes exactly when one of its parts does. */
export const manifestTag = (group: string, device: string): string => `"${group}.${device}"`

/** Bytes up to which a notice carries the changed part itself. */
export const NOTICE_BODY_LIMIT = 32_000

/** Milliseconds over which `players` screens spread a request after a notice. */
export const spreadMs = (players: number): number => Math.min(5000, Math.ceil(players * 0.3))

/** The takeover in force at an instant: the newest one that has not ended. */
export const takeoverAt = <T extends { endsAt: number }>(
  { takeover, earlierTakeovers = [] }: { takeover?: T | undefined; earlierTakeovers?: T[] | undefined },
  instant: number,
): T | undefined =>
  [...(takeover ? [takeover] : []), ...earlierTakeovers].find(({ endsAt }) => endsAt > instant)

/** The ETag of a manifest: it changes exactly when one of its parts does. */
export const manifestTag = (group: string, device: string): string => `"${group}.${device}"`

/** Bytes up to which a notice carries the changed part itself. */
export const NOTICE_BODY_LIMIT = 32_000

/** Milliseconds over which `players` screens spread a request after a notice. */
export const spreadMs = (players: number): number => Math.min(5000, Math.ceil(players * 0.3))

import type { ShownMedium } from '@vitrine/widgets/host'

/** A medium that has no length, and nothing to follow, tune, or pause: it shows as it is. */
export const TIMELESS = {
  length: () => undefined,
  start: (_offset, started) => started(),
  follow: () => {},
  tune: () => {},
  rest: () => {},
  alive: () => true,
} as const satisfies Partial<ShownMedium>

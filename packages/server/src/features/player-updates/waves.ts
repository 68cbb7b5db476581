/** Screens of an organization that try a newer player before the others: one in twenty, at least one, at most five. */
export const canariesOf = (screens: number): number => Math.min(5, Math.max(1, Math.ceil(screens / 20)))

interface Counts {
  healthy: number
  open: number
  failed: number
}

/** How many more screens may start now: the canaries first, then as many as are healthy, so that each wave doubles. */
export const roomFor = ({ healthy, open }: Counts, canaries: number): number =>
  Math.max(0, (healthy < canaries ? canaries - healthy : healthy) - open)

/** One canary that fails stops an update, and later more than one failure for ten healthy screens. */
export const mustStop = ({ healthy, failed }: Counts): boolean => failed * 10 > healthy

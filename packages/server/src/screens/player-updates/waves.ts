/** Number of screens that try a newer player first: one in twenty, at least one, at most five. */
export const canariesOf = (screens: number): number => Math.min(5, Math.max(1, Math.ceil(screens / 20)))

interface Counts {
  healthy: number
  open: number
  failed: number
}

/** How many more screens may start now: the canaries first, then as many as are healthy, so that each wave doubles. */
export const roomFor = ({ healthy, open }: Counts, canaries: number): number =>
  Math.max(0, (healthy < canaries ? canaries - healthy : healthy) - open)

/** An update stops after one failed canary, and later after more than one failure per ten healthy screens. */
export const mustStop = ({ healthy, failed }: Counts): boolean => failed * 10 > healthy

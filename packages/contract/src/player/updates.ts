/** Milliseconds that a newer player must run without a restart to count as updated. */
export const UPDATE_PROVEN_MS = 120_000

/** Milliseconds that a screen has for that, from the moment the server let it start the newer player. */
export const UPDATE_DEADLINE_MS = 10 * 60_000

/** The name of the player that a start page loads: different for every build. */
export const playerIn = (startPage: string): string | undefined =>
  / src="\.?\/assets\/([\w.-]+\.js)"/.exec(startPage)?.[1]

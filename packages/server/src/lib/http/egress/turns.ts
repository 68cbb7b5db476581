import { Turns } from '#lib/work/turns.ts'

/**
 * A queue for requests to URLs that users enter, whose responses may be endlessly slow, and megabytes in memory.
 * Organizations take turns, and slow responses of one are stopped for those of others. `waiting`: maximum per person or
 * source, and per organization; each may wait as long as all before it take.
 */
export const egressTurns = ([waitingEach, waitingTogether]: readonly [number, number]): Turns =>
  new Turns({
    atOnce: 4,
    slowAfter: 1000,
    slowAtOnce: 8,
    stopAfter: 5000,
    waitingEach,
    waitingTogether,
  })

/** Aborted with the turn, and when the server stops. */
export const untilStopped = (turn: AbortSignal, stop: AbortSignal | undefined): AbortSignal =>
  stop ? AbortSignal.any([turn, stop]) : turn

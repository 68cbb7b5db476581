import { Turns } from '#lib/work/turns.ts'

/**
 * For answers of addresses that people enter: they may be slow without end, and megabytes long in memory. Organizations
 * take turns, and slow answers of one give way to those of others. `waiting`: of one person or source, and of one
 * organization; each may wait as long as all before it take.
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

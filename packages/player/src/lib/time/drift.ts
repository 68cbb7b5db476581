import type { State } from '#lib/state.ts'
import type { Clock } from './clock.ts'

interface Measured {
  /** By the monotonic clock. */
  at: number
  base: number
  error: number
}

/** Beyond the error of quartz clocks: anything more isn't drift. */
const MOST = 0.0005
/** The limits of stored measurements, in age and number: temperature changes a clock's pace over the day. */
const KEPT_MS = 4 * 3_600_000
const KEPT = 120
/** The minimum time span of an estimate, and the precision required of it. */
const LEAST_MS = 600_000
const KNOWN = 0.000_01
/** A deviation beyond this, in milliseconds, means that the server's clock was set, or the machine slept. */
const STEP_MS = 20
const KEY = 'drift'

/** Estimates how much faster the server's clock runs than this machine's. */
export class Drift {
  #measured: Measured[] = []

  add(next: Measured): void {
    const last = this.#measured.at(-1)
    if (last) {
      const allowed = next.error + last.error + (next.at - last.at) * MOST + STEP_MS
      if (Math.abs(next.base - last.base) > allowed) this.#measured = []
    }
    this.#measured.push(next)
    this.#measured = this.#measured.filter(({ at }) => next.at - at <= KEPT_MS).slice(-KEPT)
  }

  /** Weighted least squares; undefined while it isn't precise enough. */
  rate(): number | undefined {
    const first = this.#measured[0]
    const last = this.#measured.at(-1)
    if (!first || !last || last.at - first.at < LEAST_MS) return undefined
    // Errors are bounds, so most measurements are better than stated.
    const points = this.#measured.map(({ at, base, error }) => ({
      x: at - first.at,
      y: base - first.base,
      weight: 1 / (error + 0.5) ** 2,
    }))
    const sum = (of: (point: (typeof points)[number]) => number) =>
      points.reduce((total, point) => total + point.weight * of(point), 0)
    const weights = sum(() => 1)
    const [x, y] = [sum((point) => point.x) / weights, sum((point) => point.y) / weights]
    const spread = sum((point) => (point.x - x) ** 2)
    if (spread === 0 || 1 / Math.sqrt(spread) > KNOWN) return undefined
    const rate = sum((point) => (point.x - x) * (point.y - y)) / spread
    return Math.abs(rate) <= MOST ? rate : undefined
  }
}

/** Makes a screen's clock run at the server's pace, which lasts for an hour without the server. */
export async function followDrift(clock: Clock, state: State): Promise<void> {
  const drift = new Drift()
  const kept = Number(await state.get(KEY).catch(() => undefined)) || 0
  // The drift is a property of the machine, so the stored value applies from the start.
  if (Math.abs(kept) <= MOST) clock.follow(kept)
  let stored = kept
  clock.onMeasured = (measured) => {
    drift.add(measured)
    const rate = drift.rate()
    if (rate === undefined) return
    clock.follow(rate)
    if (Math.abs(rate - stored) < KNOWN) return
    stored = rate
    void state.set({ [KEY]: String(rate) }).catch(() => undefined)
  }
}

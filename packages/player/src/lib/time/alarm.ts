import type { Clock } from './clock.ts'

/** Browsers fire timers beyond 24.8 days immediately, and a clock correction must be noticed. */
const LONGEST_TIMER = 3_600_000

/** Calls `ring` when the clock reaches an instant, following corrections of the clock. Returns a cancel function. */
export function alarm(clock: Clock, at: number, ring: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const stopListening = clock.onStep(() => {
    clearTimeout(timer)
    arm()
  })
  const cancel = () => {
    clearTimeout(timer)
    stopListening()
  }
  function arm() {
    timer = setTimeout(check, Math.min(Math.max(0, Math.ceil(at - clock.now())), LONGEST_TIMER))
  }
  function check() {
    if (clock.now() < at) return arm()
    cancel()
    ring()
  }
  arm()
  return cancel
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

import type { Clock } from './clock.ts'

/** Calls listeners on every second of the corrected clock, with one shared timer. */
export function createSeconds(clock: Clock): (listener: () => void) => () => void {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    timer = setTimeout(tick, 1000 - (((clock.now() % 1000) + 1000) % 1000) + 1)
  }
  const tick = () => {
    arm()
    for (const listener of listeners) listener()
  }
  return (listener) => {
    listeners.add(listener)
    if (timer === undefined) arm()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearTimeout(timer)
      timer = undefined
    }
  }
}

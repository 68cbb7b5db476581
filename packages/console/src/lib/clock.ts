/** The only place that reads the time, so that tests can set it. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
  today: (): Date => new Date(clock.now()),
}

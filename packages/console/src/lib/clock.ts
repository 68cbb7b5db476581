/** The only place that reads the time, which tests can mock. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
  today: (): Date => new Date(clock.now()),
}

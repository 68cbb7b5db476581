/** A unique id for anything this screen reports; not a secret. `now` in milliseconds since 1970. */
export const newId = (now: number): string =>
  `${Math.round(now).toString(36)}-${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`

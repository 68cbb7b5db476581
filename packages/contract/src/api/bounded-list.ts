import { z } from 'zod'

/** Maximum number of wrong values that a refusal lists. */
const WRONG_SAID = 20

/**
 * A list of thousands of values. Zod collects issues for each wrong one, at about 2 µs an issue, so a list with many is cut
 * after the first `WRONG_SAID` of them before it is checked. `isPlausible` is a quick check that right values pass.
 */
export const boundedList = <T extends z.ZodArray>(list: T, isPlausible: (value: unknown) => boolean) =>
  z.preprocess((values: z.input<T>) => {
    if (!Array.isArray(values)) return values
    let wrong = 0
    const end = values.findIndex((value) => !isPlausible(value) && ++wrong === WRONG_SAID)
    return end === -1 ? values : values.slice(0, end + 1)
  }, list)

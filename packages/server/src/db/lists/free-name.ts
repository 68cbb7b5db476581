import { searchKey } from '@vitrine/contract/search-key'

/** Names that one query looks for, at most: a few milliseconds of work. */
const AT_ONCE_MAX = 2000

/**
 * The first of `nameOf(1)`, `nameOf(2)` … that isn't taken. Looks for more names with each query, because thousands of things
 * may have been named after one. `takenOf`: which of some search keys are taken.
 */
export async function firstFreeName(
  nameOf: (n: number) => string,
  takenOf: (keys: readonly string[]) => Promise<readonly { nameKey: string }[]>,
): Promise<string> {
  let count = 1
  for (let first = 1; ; first += count, count = Math.min(8 * count, AT_ONCE_MAX)) {
    const from = first
    const names = Array.from({ length: count }, (_, index) => nameOf(from + index))
    const taken = new Set((await takenOf(names.map(searchKey))).map(({ nameKey }) => nameKey))
    const free = names.find((name) => !taken.has(searchKey(name)))
    if (free !== undefined) return free
  }
}

/** `Menu`, `Menu (2)`, `Menu (3)`. */
export const numbered =
  (name: string) =>
  (n: number): string =>
    n === 1 ? name : `${name} (${n})`

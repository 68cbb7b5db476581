/** A number for a text, the same everywhere. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Random numbers from 0 to below 1, always the same ones for a seed and a number. Not for secrets. */
export function generatorOf(seed: number, number: number): () => number {
  // Numbers beyond 32 bits count too.
  let state =
    seed ^ Math.imul(number | 0, 0x9e3779b1) ^ Math.imul(Math.floor(number / 2 ** 32) | 0, 0x85ebca6b)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The same things in another order. */
export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const found = [...all]
  for (let last = found.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[found[last], found[other]] = [found[other] as T, found[last] as T]
  }
  return found
}

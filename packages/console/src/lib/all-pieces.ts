/** Loads all pages of a paged list. */
export async function allPieces<T>(
  load: (after: string | undefined) => Promise<{ rows: readonly T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let after: string | undefined
  do {
    const { rows, next } = await load(after)
    all.push(...rows)
    after = next ?? undefined
  } while (after !== undefined)
  return all
}

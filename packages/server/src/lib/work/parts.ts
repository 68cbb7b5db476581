/** Some rows of a list, in its order. */
export interface Part<T> {
  rows: readonly T[]
  /**
   * Called once the first `count` rows are JSON of so many bytes; the list then continues after them. Absent: the writer keeps the others
   * until it has written them.
   */
  written?: (count: number, bytes: number) => void
}

/** A list that is read while its answer is sent, so that the memory of a call doesn't grow with it. */
export class Parts<T> {
  readonly read: () => AsyncIterable<Part<T>>
  /** Rows have such lists too. */
  readonly isNested: boolean

  constructor(read: () => AsyncIterable<Part<T>>, isNested = false) {
    this.read = read
    this.isNested = isNested
  }
}

/** A handler's list whose rows are read some at a time; `nested`: its rows have such lists too. */
export const inParts = <T>(read: () => AsyncIterable<readonly T[]>, nested?: 'nested'): T[] =>
  // Only the writer of answers reads it, and it takes both.
  new Parts(async function* () {
    for await (const rows of read()) yield { rows }
  }, nested !== undefined) as unknown as T[]

/** A list with other rows, which may be read some at a time. */
export async function inEachPart<T, R>(
  list: readonly T[],
  change: (rows: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const parts: unknown = list
  if (!(parts instanceof Parts)) return change(list)
  const { read, isNested } = parts as Parts<T>
  const changed = new Parts(async function* () {
    for await (const part of read()) yield { ...part, rows: await change(part.rows) }
  }, isNested)
  return changed as unknown as R[]
}

/**
 * A batched loader of rows by id: `load` gets the ids requested at the same moment, at most `most` per call. A
 * missing row resolves to `null`.
 */
export function batched<Row extends { id: string }>(
  load: (ids: readonly string[]) => Promise<readonly Row[]>,
  most = 60,
): (id: string) => Promise<Row | null> {
  type Found = Promise<ReadonlyMap<string, Row>>
  let batch: { ids: Set<string>; found: Found } | undefined
  const start = () => {
    const ids = new Set<string>()
    const found = Promise.resolve().then(async () => {
      if (batch?.ids === ids) batch = undefined
      return new Map((await load([...ids])).map((row) => [row.id, row]))
    })
    return { ids, found }
  }
  return async (id) => {
    if (!batch || (batch.ids.size >= most && !batch.ids.has(id))) batch = start()
    batch.ids.add(id)
    return (await batch.found).get(id) ?? null
  }
}

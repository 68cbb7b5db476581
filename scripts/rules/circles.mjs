// Features that can't be read, tested, or deleted without each other.
import { folderAndFeature, importsOf, placeOf, ROOMS } from './imports.mjs'

/** Workspaces whose features import each other in no circle, types included. */
const WITHOUT_CIRCLES = ['server']

/** Features that import each other in a circle, types included: the first edge of each circle, by its file. */
export function checkCircles(files) {
  const edges = new Map()
  for (const { file, text, isTest } of files) {
    const { workspace, folder, feature } = placeOf(file)
    if (isTest || !feature || !ROOMS.includes(folder) || !WITHOUT_CIRCLES.includes(workspace)) continue
    const from = `${folder}/${feature}`
    for (const spec of importsOf(text).filter((each) => each.startsWith('#'))) {
      const target = folderAndFeature(spec.slice(1))
      const to = `${target.folder}/${target.feature}`
      if (!target.feature || !ROOMS.includes(target.folder) || to === from) continue
      edges.set(from, (edges.get(from) ?? new Map()).set(to, `${file}: '${spec}'`))
    }
  }
  return [...edges].flatMap(([from, targets]) => {
    const circles = [...targets].flatMap(([to, importing]) => {
      const back = wayBetween(edges, to, from)
      // Each circle once: at its first feature by name.
      return back && [from, ...back].toSorted()[0] === from ? [{ back, importing }] : []
    })
    return circles.map(
      ({ back, importing }) =>
        `${importing}: features import each other in a circle: ${[from, ...back].join(' → ')}`,
    )
  })
}

/** The shortest way from one feature to another by imports. */
function wayBetween(edges, from, to) {
  const waiting = [[from]]
  const seen = new Set([from])
  for (const way of waiting) {
    if (way.at(-1) === to) return way
    for (const next of edges.get(way.at(-1))?.keys() ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push([...way, next])
    }
  }
  return undefined
}

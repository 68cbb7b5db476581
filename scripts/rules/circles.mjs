// Features that can't be read, tested, or deleted without each other.
import path from 'node:path'
import { folderAndFeature, importsOf, placeOf, ROOMS } from './imports.mjs'

/** Workspaces whose features import each other in no circle, types included. */
const WITHOUT_CIRCLES = ['server']
/** `playback` has no features, but chapters. */
const FOLDERS = [...ROOMS, 'playback']

/** Features that import each other in a circle, types included: the first edge of each circle, by its file. */
export function checkCircles(files) {
  const edges = new Map()
  for (const { file, text, isTest } of files) {
    const { workspace, ...place } = placeOf(file)
    const from = unitOf(place)
    if (isTest || !from || !WITHOUT_CIRCLES.includes(workspace)) continue
    for (const spec of importsOf(text).filter((each) => /^[#.]/.test(each))) {
      const inside = spec.startsWith('#') ? spec.slice(1) : path.posix.join(from, spec)
      const to = unitOf(folderAndFeature(inside))
      // Inside a feature, ./x is the same feature.
      if (!to || to === from || (spec.startsWith('.') && place.feature)) continue
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

/** `content/media`; `playback` for the files directly in a room. */
function unitOf({ folder, feature }) {
  if (!FOLDERS.includes(folder)) return undefined
  return feature ? `${folder}/${feature}` : folder
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

// Folders that can't be read, tested, or deleted without each other.
import path from 'node:path'
import { folderAndFeature, importsOf, ROOMS } from './imports.mjs'

/** Workspaces whose parts import each other in no circle, types included. */
const WITHOUT_CIRCLES = ['contract', 'widgets', 'server', 'console', 'player']
/** The server's `playback` has no features, but chapters. */
const ROOMS_OF = { server: [...ROOMS, 'playback'], console: ROOMS }

/** Parts of a workspace that import each other in a circle, types included: the first edge of each circle, by its file. */
export const checkCircles = (files) =>
  WITHOUT_CIRCLES.flatMap((workspace) => circlesIn(edgesOf(files, workspace)))

/** Which part imports which, with a file that does. Parts of different workspaces can have the same name. */
function edgesOf(files, workspace) {
  const edges = new Map()
  for (const { file, text, isTest } of files) {
    const [, owner, inside] = /^packages\/([^/]+)\/src\/(.+)$/.exec(file) ?? []
    if (isTest || owner !== workspace) continue
    const from = partOf(workspace, inside)
    for (const spec of importsOf(text).filter((each) => /^[#.]/.test(each))) {
      const imported = spec.startsWith('#')
        ? spec.slice(1)
        : path.posix.join(path.posix.dirname(inside), spec)
      const to = partOf(workspace, imported)
      if (to === from) continue
      edges.set(from, (edges.get(from) ?? new Map()).set(to, `${file}: '${spec}'`))
    }
  }
  return edges
}

function circlesIn(edges) {
  return [...edges].flatMap(([from, targets]) => {
    const circles = [...targets].flatMap(([to, importing]) => {
      const back = wayBetween(edges, to, from)
      // Each circle once: at its first part by name.
      return back && [from, ...back].toSorted()[0] === from ? [{ back, importing }] : []
    })
    return circles.map(
      ({ back, importing }) =>
        `${importing}: folders import each other in a circle: ${[from, ...back].join(' → ')}`,
    )
  })
}

/** A feature (`content/media`), the files directly in a room, another folder with its folders, or a file of the root. */
function partOf(workspace, inside) {
  const { folder, feature } = folderAndFeature(inside)
  if (!folder) return path.posix.basename(inside)
  return feature && ROOMS_OF[workspace]?.includes(folder) ? `${folder}/${feature}` : folder
}

/** The shortest way from one part to another by imports. */
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

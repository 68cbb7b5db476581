/** The maximum number of floors of a building. */
const MOST = 200

/** Expands `G, 1, 2` or `B2–B1, 1-12` to floor names; returns none for a single floor or an invalid list. */
export function floorNames(text: string): string[] {
  const names = text
    .split(/[,;،]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap(range)
  const different = [...new Set(names)]
  return different.length > 1 && different.length <= MOST ? different : []
}

function range(part: string): string[] {
  const [, from, to] = /^(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(part) ?? []
  const first = Number(from)
  const count = Number(to) - first + 1
  if (!(count > 1 && count <= MOST)) return [part]
  return Array.from({ length: count }, (_, index) => String(first + index))
}

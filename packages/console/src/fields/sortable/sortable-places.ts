/** An entry's extent along the list, in pixels. */
export interface Span {
  start: number
  end: number
}

const middle = ({ start, end }: Span) => (start + end) / 2

/** Clamps an entry's movement to the list, in pixels. */
export function clampOffset(spans: readonly Span[], from: number, by: number): number {
  const [own, first, last] = [spans[from], spans[0], spans.at(-1)]
  if (!own || !first || !last) return 0
  return Math.min(Math.max(by, first.start - own.start), last.end - own.end)
}

/** An entry's index after moving it by some pixels: it passes an entry when its edge crosses that one's middle. */
export function placeOf(spans: readonly Span[], from: number, by: number): number {
  const own = spans[from]
  if (!own) return from
  const after = spans.filter((span, index) => index > from && own.end + by > middle(span)).length
  const before = spans.filter((span, index) => index < from && own.start + by < middle(span)).length
  return from + after - before
}

/** The offset in pixels by which each entry makes room for the dragged one; 0 for the dragged one. */
export function stepsAside(spans: readonly Span[], from: number, to: number): number[] {
  const [own, first, second] = [spans[from], spans[0], spans[1]]
  const gap = first && second ? second.start - first.end : 0
  const step = own ? own.end - own.start + gap : 0
  return spans.map((_, index) => {
    if (index > from && index <= to) return -step
    return index < from && index >= to ? step : 0
  })
}

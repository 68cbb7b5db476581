/** Where an entry of a list begins and ends along the list, in pixels. */
export interface Span {
  start: number
  end: number
}

const middle = ({ start, end }: Span) => (start + end) / 2

/** How far an entry can be moved without leaving the list, in pixels. */
export function clampOffset(spans: readonly Span[], from: number, by: number): number {
  const [own, first, last] = [spans[from], spans[0], spans.at(-1)]
  if (!own || !first || !last) return 0
  return Math.min(Math.max(by, first.start - own.start), last.end - own.end)
}

/** The place that an entry takes when it has been moved by so many pixels: past whose middle its edge has come. */
export function placeOf(spans: readonly Span[], from: number, by: number): number {
  const own = spans[from]
  if (!own) return from
  const after = spans.filter((span, index) => index > from && own.end + by > middle(span)).length
  const before = spans.filter((span, index) => index < from && own.start + by < middle(span)).length
  return from + after - before
}

/** Pixels by which each entry steps aside for one that is on its way from one place to another; 0 for itself. */
export function stepsAside(spans: readonly Span[], from: number, to: number): number[] {
  const [own, first, second] = [spans[from], spans[0], spans[1]]
  const gap = first && second ? second.start - first.end : 0
  const step = own ? own.end - own.start + gap : 0
  return spans.map((_, index) => {
    if (index > from && index <= to) return -step
    return index < from && index >= to ? step : 0
  })
}

import { percentile } from '#bench/support/report.mjs'

/** Frames of one panel within this time are merged: each browser renders at its own instants. */
const BIN_MS = 100

/** Milliseconds between panels over `ms`, from the frames of a film of `fps` and `seconds` that each showed. */
export async function apart(panels, { fps, seconds, ms }) {
  for (const { screen } of panels) await screen.evaluate(() => window.takeFrames())
  await new Promise((resolve) => setTimeout(resolve, ms))
  const notes = await Promise.all(panels.map(({ screen }) => screen.evaluate(() => window.takeFrames())))
  const all = notes.flat()
  const gaps = notes.flatMap((some) => some.slice(1).map(([at], index) => at - some[index][0]))
  return {
    // When the video would have started to show this frame, and this position, now.
    frames: spans(
      notes,
      ([at, frame]) => (frame < 0 ? undefined : at - (frame / fps) * 1000),
      seconds * 1000,
    ),
    clocks: spans(notes, ([, , place]) => -place, seconds * 1000),
    count: all.length,
    unread: all.filter(([, frame]) => frame < 0).length,
    longest: Math.max(...gaps),
  }
}

/** For each bin, the difference between the first and the last panel. */
function spans(notes, beganOf, length) {
  const bins = notes.map((some) => {
    const byBin = Map.groupBy(
      some.filter((note) => beganOf(note) !== undefined),
      ([at]) => Math.floor(at / BIN_MS),
    )
    return new Map([...byBin].map(([bin, few]) => [bin, medianOf(few.map(beganOf), length)]))
  })
  const found = []
  for (const [bin, began] of bins[0]) {
    const others = bins.slice(1).map((each) => each.get(bin))
    if (others.some((other) => other === undefined)) continue
    const ways = [0, ...others.map((other) => nearest(other - began, length))]
    found.push(Math.max(...ways) - Math.min(...ways))
  }
  return found
}

function nearest(way, round) {
  return way - Math.round(way / round) * round
}

/** Median of instants modulo `round`. */
function medianOf(instants, round) {
  const [first] = instants
  return (
    first +
    percentile(
      instants.map((each) => nearest(each - first, round)),
      0.5,
    )
  )
}

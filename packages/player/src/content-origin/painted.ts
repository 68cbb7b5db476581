/** Longer than any package needs for its first paint; a package that draws nothing counts as painted then. */
const PATIENCE_MS = 800
/** Frames after which the compositor has certainly received the first paint. */
const FRAMES = 2
/** A busy machine may paint the first of them late: patience alone says nothing. */
const CHECKS_LEAST = 10

/** Calls `done` when every frame of this origin whose path starts with `path` has painted. */
export function whenPainted(path: string, done: () => void): void {
  const frames: Window[] = []
  for (let index = 0; index < parent.length; index++) {
    const frame = parent[index]
    try {
      if (frame?.location.pathname.startsWith(path)) frames.push(frame)
    } catch {
      // A frame of another origin can't be inspected.
    }
  }
  let waiting = frames.length
  if (waiting === 0) done()
  for (const frame of frames) painted(frame, () => --waiting === 0 && done())
}

function painted(frame: Window, done: () => void): void {
  const began = performance.now()
  let left = FRAMES
  let checks = 0
  const look = () => {
    const hasPainted = frame.performance.getEntriesByType('paint').length > 0
    const drawsNothing = ++checks > CHECKS_LEAST && performance.now() - began > PATIENCE_MS
    if ((hasPainted || drawsNothing) && left-- === 0) done()
    else frame.requestAnimationFrame(look)
  }
  frame.requestAnimationFrame(look)
}

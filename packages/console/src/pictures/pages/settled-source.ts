import type { Source } from '@vitrine/widgets/host'

/** Debounce of typed URLs, in milliseconds. */
const PAUSE_MS = 600

/** Debounces a source: while a URL is being typed, most of its intermediate values belong to strangers. */
export const settled = <T>(source: Source<T>): Source<T> => ({
  get: source.get,
  subscribe(listener) {
    let leave = () => {}
    const follow = () => {
      leave = source.subscribe(listener)
    }
    if (source.get() !== undefined) follow()
    else {
      const timer = setTimeout(follow, PAUSE_MS)
      leave = () => clearTimeout(timer)
    }
    return () => leave()
  },
})

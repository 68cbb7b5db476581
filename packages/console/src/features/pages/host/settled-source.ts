import type { Source } from '@vitrine/widgets/host'

/** Milliseconds after the last letter when an address is whole. */
const PAUSE_MS = 600

/**
 * A debounced source, asked only for addresses that stay for a while: an address that is being typed changes with
 * every letter, and most of them are the addresses of strangers.
 */
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

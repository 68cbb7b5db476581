import { type ComponentType, useState } from 'react'
import { loadChunk } from '#lib/load-chunk.ts'

/**
 * A part that takes the place of a simpler one when that is about to be used. `ahead` brings it, `ask` wants it; until
 * it is there, `Part` is absent and the simpler one stays. Throws while drawing where it does not come.
 */
export function useLate<P extends object>(load: () => Promise<ComponentType<P>>) {
  const [late, setLate] = useState<{ Part?: ComponentType<P>; failed?: unknown }>({})
  if (late.failed !== undefined) throw late.failed
  return {
    Part: late.Part,
    ahead: () => void load().catch(() => {}),
    ask: () => {
      loadChunk(load).then(
        (Part) => setLate({ Part }),
        (failed: unknown) => setLate({ failed }),
      )
    },
  }
}

import { type ComponentType, type SyntheticEvent, useState } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'

/** What a part is told that takes the place of a field. */
export interface TakesPlace {
  /** The field still had the focus, which goes on to the part; whoever has moved on meanwhile is left alone. */
  hasFocus: boolean
}

interface Late<P extends object> {
  Part?: ComponentType<P>
  hasFocus?: boolean
  failed?: unknown
}

/**
 * A part that takes the place of a simpler one when that is about to be used. `ahead` brings it, `ask` wants it; until
 * it is there, `Part` is absent and the simpler one stays. Throws while drawing where it does not come.
 */
export function useLate<P extends object>(load: () => Promise<ComponentType<P>>) {
  const [late, setLate] = useState<Late<P>>({})
  if (late.failed !== undefined) throw late.failed
  return {
    Part: late.Part,
    hasFocus: late.hasFocus === true,
    ahead: () => void load().catch(() => {}),
    ask: ({ currentTarget }: SyntheticEvent) => {
      loadChunk(load).then(
        (Part) => setLate({ Part, hasFocus: document.activeElement === currentTarget }),
        (failed: unknown) => setLate({ failed }),
      )
    },
  }
}

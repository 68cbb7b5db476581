import { useEffect, useRef, useState } from 'react'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { useSession } from '#lib/session/session.ts'
import type { BaseVersion, DraftKeeper } from './draft-keeper.ts'

/**
 * Keeps a draft of a designer's edits while the component is mounted; undefined until it has loaded. `page`: its id, or
 * a key for new pages.
 */
export function useDraftKeeper(designer: Designer, page: string, base: BaseVersion): DraftKeeper | undefined {
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const [keeper, setKeeper] = useState<DraftKeeper>()
  const place = useRef({ userId, page })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const start = ({ DraftKeeper }: typeof import('./draft-keeper.ts')) => {
      if (isGone) return
      const made = new DraftKeeper(designer, base, place.current)
      stop = made.start()
      setKeeper(made)
    }
    loadChunk(() => import('./draft-keeper.ts')).then(start, () => designer.set({ draft: 'failed' }))
    return () => {
      isGone = true
      stop?.()
    }
  }, [designer, base])
  useEffect(() => {
    place.current = { userId, page }
    keeper?.move(place.current)
  }, [keeper, userId, page])
  return keeper
}

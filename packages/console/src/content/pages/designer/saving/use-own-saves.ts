import { useCallback, useEffect, useRef } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import type { BaseVersion } from './draft-keeper.ts'
import type { LoadPage } from './own-saves.ts'
import type { SavePage } from './use-save.ts'

/** Saves like `save`; once it has loaded, a save whose response was lost is no conflict for the next one. */
export function useOwnSaves(save: SavePage, load: LoadPage, base: BaseVersion): SavePage {
  const latest = useRef({ save, load })
  useEffect(() => {
    latest.current = { save, load }
  })
  const own = useRef<SavePage>((...page) => latest.current.save(...page))
  useEffect(() => {
    const plain = own.current
    loadChunk(() => import('./own-saves.ts')).then(
      ({ recognizingOwn }) => {
        own.current = recognizingOwn(plain, () => latest.current.load(), base)
      },
      () => undefined,
    )
    return () => {
      own.current = plain
    }
  }, [base])
  return useCallback((...page) => own.current(...page), [])
}

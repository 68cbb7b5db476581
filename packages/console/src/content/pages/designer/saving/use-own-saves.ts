import { useEffect, useRef, useState } from 'react'
import type { BaseVersion } from './draft-keeper.ts'
import { type LoadPage, recognizingOwn } from './own-saves.ts'
import type { SavePage } from './use-save.ts'

/** `recognizingOwn` for as long as a page is open. */
export function useOwnSaves(save: SavePage, load: LoadPage, base: BaseVersion): SavePage {
  const latest = useRef({ save, load })
  useEffect(() => {
    latest.current = { save, load }
  })
  const [own] = useState(() =>
    recognizingOwn(
      (...page) => latest.current.save(...page),
      () => latest.current.load(),
      base,
    ),
  )
  return own
}

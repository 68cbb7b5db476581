import type { Style } from '@vitrine/contract/api/content/styles'
import { useEffect, useEffectEvent } from 'react'

/** Loads what draws the fonts of text styles. */
export function useLoadedFonts(all: readonly Style[] | undefined, open: () => Promise<unknown>): void {
  const load = useEffectEvent(() => void open().catch(() => undefined))
  const hasTexts = all?.some(({ kind }) => kind === 'text') ?? false
  useEffect(() => {
    if (hasTexts) load()
  }, [hasTexts])
}

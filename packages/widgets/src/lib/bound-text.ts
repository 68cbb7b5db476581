import { SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import { bindingsIn, fillText, writeBinding } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { Host } from '@vitrine/widgets/host'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A separator that no text contains. */
const GAP = '\0'

/**
 * Resolves references to data sources and to values of the screen in texts; re-renders when one changes. A missing value
 * becomes the text's fallback, or in designs the reference itself.
 */
export function useBoundTexts(texts: readonly string[], host: Host): readonly string[] {
  const all = texts.join(GAP)
  const sources = useMemo(() => {
    const named = all.includes('{') ? bindingsIn(all).map(({ source }) => searchKey(source)) : []
    const found = new Map([...new Set(named)].map((key) => [key, host.source(key)]))
    // Those whose rows the values of the screen name.
    for (const key of found.get(SCREEN_KEY)?.get()?.rowsOf ?? [])
      if (key !== undefined && !found.has(key)) found.set(key, host.source(key))
    return found
  }, [all, host])
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = [...sources.values()].map((source) => source.subscribe(listener))
      return () => {
        for (const leave of leaves) leave()
      }
    },
    [sources],
  )
  const missing = host.mode === 'design' ? writeBinding : undefined
  const get = () =>
    all
      .split(GAP)
      .map((text) => fillText(text, (key) => sources.get(key)?.get(), missing))
      .join(GAP)
  return useSyncExternalStore(subscribe, get, get).split(GAP)
}

/** The same for one text. */
export const useBoundText = (text: string, host: Host): string => useBoundTexts([text], host)[0] ?? ''

import { fieldValue, partsOf, writeBinding } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { Host } from '@vitrine/widgets/host'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A separator that no text contains. */
const GAP = '\0'

/**
 * Resolves data source placeholders in texts; re-renders when a source changes. A missing value becomes the text's
 * fallback, or in designs the placeholder itself.
 */
export function useBoundTexts(texts: readonly string[], host: Host): readonly string[] {
  const all = texts.join(GAP)
  const read = useMemo(
    () =>
      all
        .split(GAP)
        .map((text) =>
          (text.includes('{') ? partsOf(text) : [text]).map((part) =>
            typeof part === 'string' ? part : { part, source: host.source(searchKey(part.source)) },
          ),
        ),
    [all, host],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = read.flat().map((each) => typeof each !== 'string' && each.source.subscribe(listener))
      return () => {
        for (const leave of leaves) if (leave) leave()
      }
    },
    [read],
  )
  const get = () =>
    read
      .map((parts) =>
        parts
          .map((each) => {
            if (typeof each === 'string') return each
            const { part, source } = each
            const data = source.get()
            const value = (data && fieldValue(data, part.field)) || part.fallback
            return value || (host.mode === 'design' ? writeBinding(part) : '')
          })
          .join(''),
      )
      .join(GAP)
  return useSyncExternalStore(subscribe, get, get).split(GAP)
}

/** The same for one text. */
export const useBoundText = (text: string, host: Host): string => useBoundTexts([text], host)[0] ?? ''

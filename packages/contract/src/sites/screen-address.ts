import { namesScreen } from '#document/screen-values.ts'
import { bindingValue, type RowsByKey, replaceBindings } from '#document/source-data.ts'
import { type WebUrl, webUrl } from './allowed-sites.ts'

// Addresses of web pages with values of the screen.

/** Replaces a reference while an address is read as a URL. */
const HOLE = 'vitrine0value'
const HOLES = /vitrine0value(\d+)x/g

/**
 * An address with a word in place of each reference to the screen's values, to read it as a URL, and the way back. Undefined
 * if it contains that word.
 */
export function withoutValues(
  address: string,
): { plain: string; back: (text: string) => string } | undefined {
  if (address.toLowerCase().includes(HOLE)) return undefined
  const written: string[] = []
  const plain = address.includes('{')
    ? replaceBindings(address, (part, text) => (namesScreen(part) ? `${HOLE}${written.push(text)}x` : text))
    : address
  const back = (text: string) => text.replace(HOLES, (all, index) => written[Number(index) - 1] ?? all)
  return { plain, back }
}

/** Whether a part of a URL that `withoutValues` made has a reference. */
export const hasValue = (part: string): boolean => part.includes(HOLE)

const depthOf = ({ pathname }: WebUrl): number => pathname.split('/').length

/**
 * The address that a screen opens. Values are encoded: they can't change the site, nor leave their part of the path.
 * Undefined while a value without a fallback is missing.
 */
export function fillAddress(address: string, rows: RowsByKey): string | undefined {
  if (!address.includes('{')) return address
  let isComplete = true
  const filled = replaceBindings(address, (part, written) => {
    if (!namesScreen(part)) return written
    const value = bindingValue(part, rows) || part.fallback
    if (!value) isComplete = false
    return encodeURIComponent(value.replace(SURROGATES, (found) => (found.length > 1 ? found : '\ufffd')))
  })
  const [url, meant] = [webUrl(filled), webUrl(withoutValues(address)?.plain ?? '')]
  const isSame = url && meant && url.origin === meant.origin && depthOf(url) === depthOf(meant)
  return isComplete && isSame ? filled : undefined
}
/** Also those in pairs, which stay: old browsers know no look-behind. */
const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g

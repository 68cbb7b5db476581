import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { playsOn, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { traitsIn } from '#downlink/for-screen.ts'
import { lookUp, type Parts } from '#downlink/parts.ts'
import { sha256Of } from '#downlink/sha256.ts'

/** Cached content keys of pages, which never change within a part, on the screen with its last traits. */
const contents = new WeakMap<ManifestPage, { traits: ScreenTraits; content: string }>()

/** Equal for pages that look the same. */
export function contentOf(page: ManifestPage, parts: Parts): string {
  const traits = traitsIn(parts)
  const known = contents.get(page)
  if (known?.traits === traits) return known.content
  const content = sha256Of(textOf(page, parts, new Set()))
  contents.set(page, { traits, content })
  return content
}

/**
 * Includes media and cards: a replaced file or a saved card changes the pages that show it. And which rules of entries hold:
 * new tags of the screen change the pages on which others do.
 */
function textOf(page: ManifestPage, parts: Parts, seen: Set<ManifestPage>): string {
  seen.add(page)
  const whole = JSON.stringify(page)
  const media = Object.entries({ ...parts.group?.body.media, ...parts.device?.body.media })
  const shown = media
    .filter(([id]) => whole.includes(id))
    .map(([, { sha256, pageId }]) => {
      const card = pageId === undefined ? undefined : lookUp(parts, 'pages', pageId)
      return card && !seen.has(card) ? textOf(card, parts, seen) : sha256
    })
  const holding = entryRules(page).map((rule) => (playsOn(rule, traitsIn(parts)) ? '1' : '0'))
  return whole + shown.join() + holding.join('')
}

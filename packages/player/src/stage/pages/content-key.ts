import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { lookUp, type Parts } from '#downlink/parts.ts'
import { sha256Of } from '#downlink/sha256.ts'

/** Cached content keys of pages, which never change within a part. */
const contents = new WeakMap<ManifestPage, string>()

/** Equal for pages that look the same. */
export function contentOf(page: ManifestPage, parts: Parts): string {
  let content = contents.get(page)
  if (content === undefined) {
    content = sha256Of(textOf(page, parts, new Set()))
    contents.set(page, content)
  }
  return content
}

/** Includes media and cards: a replaced file or a saved card changes the pages that show it. */
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
  return whole + shown.join()
}

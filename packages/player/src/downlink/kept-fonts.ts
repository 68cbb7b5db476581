import { localeOn } from '@vitrine/contract/player/screen-locale'
import { fetchFonts } from '@vitrine/widgets/fetch-fonts'
import { errorMessage } from '#lib/api.ts'
import { captionsText } from './captions-text.ts'
import type { Library } from './library.ts'
import { PART_KINDS } from './parts.ts'
import type { FileStore } from './stores/file-store.ts'

interface Options {
  library: Pick<Library, 'latest' | 'ready'>
  store: Pick<FileStore, 'blob'>
  report: (problem: string) => void
}

/**
 * Downloads the fonts of every page that this screen has, even if unused so far, and of captions once they are stored: a
 * page that first shows during an outage has them. Returns a function that stops.
 */
export function keepFonts({ library: { latest, ready }, store, report }: Options): () => void {
  const keep = async () => {
    const parts = latest.get()
    const bodies = PART_KINDS.map((kind) => parts[kind]?.body)
    const pages = bodies.flatMap((body) => Object.values(body?.pages ?? {}))
    if (pages.length === 0) return
    const files = bodies.flatMap((body) => Object.values(body?.media ?? {})).map(({ captions }) => captions)
    const texts = await Promise.all(files.map((file) => file && captionsText(store, file.sha256)))
    await fetchFonts([pages, texts], localeOn(navigator.language, parts.device?.body.locale))
  }
  const look = () => void keep().catch((error: unknown) => report(`Fonts: ${errorMessage(error)}`))
  look()
  const stops = [latest.subscribe(look), ready.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

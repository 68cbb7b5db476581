import { localeOn } from '@vitrine/contract/player/screen-locale'
import { fetchFonts } from '@vitrine/widgets/fetch-fonts'
import { errorMessage } from '#lib/api.ts'
import type { Library } from './library.ts'
import { PART_KINDS } from './parts.ts'

interface Options {
  library: Pick<Library, 'latest'>
  report: (problem: string) => void
}

/**
 * Downloads the fonts of every page that this screen has, even if unused so far: a page that first shows during an
 * outage has them. Returns a function that stops.
 */
export function keepFonts({ library: { latest }, report }: Options): () => void {
  const keep = () => {
    const parts = latest.get()
    const pages = PART_KINDS.flatMap((kind) => Object.values(parts[kind]?.body.pages ?? {}))
    const locale = localeOn(navigator.language, parts.device?.body.locale)
    if (pages.length > 0)
      fetchFonts(pages, locale).catch((error: unknown) => report(`Fonts: ${errorMessage(error)}`))
  }
  keep()
  return latest.subscribe(keep)
}

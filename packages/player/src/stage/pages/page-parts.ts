import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { drawingUrl } from '@vitrine/widgets/drawings'
import { lazyLanguages, OpenSite, prayerDays, qrPath, ruledRows, Writing } from '@vitrine/widgets/lazy-code'
import { followText } from '@vitrine/widgets/load-fonts'
import { provideLazyParts, provideLoader } from '@vitrine/widgets/provide-parts'

// Renders pages with all widgets, in a separate chunk.

// Provide these in advance: loaded on demand, they would be missing from a page's first picture.
provideLazyParts({ drawingUrl, followText, lazyLanguages, OpenSite, prayerDays, qrPath, ruledRows, Writing })
provideLoader('PINYIN', () => import('@vitrine/widgets/pinyin-table'))
provideLoader('blurFilms', () => import('#stage/blurred-films/blur-films.ts'))

export { PageContent } from './page-content.tsx'

/** The page as this screen draws it. */
export const readPage = (page: ManifestPage, screen: { width: number; height: number }): ReadDocument =>
  inShapeOf(readDocument(page, WIDGET_FIELDS), screen)

import type { ManifestPage } from '@vitrine/contract/api/screens/manifest'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { drawingUrl } from '@vitrine/widgets/drawings'
import { provideDrawings } from '@vitrine/widgets/provide-drawings'

// What draws pages, with every widget, in a separate script.

// A page that loaded its drawings later would show without them first.
provideDrawings(drawingUrl)

export { PageContent } from './page-content.tsx'

export const readPage = (page: ManifestPage): ReadDocument => readDocument(page, WIDGET_FIELDS)

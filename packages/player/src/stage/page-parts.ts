import type { ManifestPage } from '@vitrine/contract/api/screens/manifest'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'

// What draws pages, with every widget, in a separate script.

export { PageContent } from './page-content.tsx'

export const readPage = (page: ManifestPage): ReadDocument => readDocument(page, WIDGET_FIELDS)

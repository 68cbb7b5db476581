import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { newId } from '#lib/browser/new-id.ts'
import type { Starter } from './starter-page.ts'

export interface FirstPage {
  name: string
  document: ReadDocument
  /** The template that it is. */
  starter?: Starter
}

/** A page that shows one media item over the whole screen. */
export const pageOfMedium = (mediaId: string, name: string): FirstPage => ({
  name,
  document: screenPage({ id: newId(), name }, [{ mediaId, duration: 0 }], WIDGET_FIELDS),
})

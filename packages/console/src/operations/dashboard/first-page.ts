import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/content/storyboards'
import { newWidget, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { TemplateOwner } from '@vitrine/widgets/template'
import { templateDocument } from '@vitrine/widgets/template-document'
import { TEMPLATES } from '@vitrine/widgets/templates'
import { newId } from '#lib/browser/new-id.ts'

export interface FirstPage {
  name: string
  document: ReadDocument
  /** The template that it is. */
  starter?: Starter
}

const width = STANDARD_WIDTH
const height = STANDARD_HEIGHT

/** A page whose only zone shows one media item. */
export function pageOfMedium(mediaId: string, name: string): FirstPage {
  const zone = newWidget(
    { id: newId(), type: 'media-looper', name, zIndex: 1, x: 0, y: 0, width, height },
    WIDGET_FIELDS,
  )
  const settings = { ...zone.settings, media: [{ mediaId, duration: 0 }] }
  return { name, document: { width, height, widgets: [{ ...zone, settings }] } }
}

export const STARTERS = ['welcome', 'menu', 'prayer-times'] as const
export type Starter = (typeof STARTERS)[number]

/** An unchanged template in the organization's colors. */
export function starterPage(starter: Starter, owner: TemplateOwner): ReadDocument {
  const template = TEMPLATES.find(({ id }) => id === starter)
  const page = template?.pages.find((one) => one.width === width && one.height === height)
  if (!page) throw new Error(`There is no template ${starter}`)
  return templateDocument(page, owner, newId)
}

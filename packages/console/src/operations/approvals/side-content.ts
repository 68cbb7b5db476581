import type { Card } from '@vitrine/contract/api/content/cards'
import type { Media } from '@vitrine/contract/api/content/media'
import type { ShownSide, WaitingChange } from '@vitrine/contract/api/operations/approvals'
import type { ManifestMedia } from '@vitrine/contract/api/playback/manifest'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { PageContent } from '#pictures/pages/page-media.ts'

/** Where a side's files come from: those of the copy that screens play, or those that are saved. */
export type SideName = 'before' | 'after'

const urlOf = (side: SideName, id: string, sha256: string) =>
  side === 'before' ? `/approvals/files/${sha256}` : `/media/file/${id}/${sha256}`

/** What a page's picture needs, as the console's renderer knows it. */
export function contentOfSide(side: SideName, { media, pages }: ShownSide): PageContent {
  const mediaOf = ([id, { sha256, pageId, web, face, ...medium }]: [string, ManifestMedia]) => {
    const rest = { captions: null, thumbnailId: null, url: urlOf(side, id, sha256), src: sha256 }
    const item = { id, ...medium, ...rest, cardId: pageId ?? null, web: web ?? null, face: face ?? null }
    return [id, item as unknown as Media] as const
  }
  return {
    media: Object.fromEntries(Object.entries(media).map(mediaOf)),
    cards: pages as unknown as Record<string, Card>,
  }
}

/** The page that shows a side; undefined for what has no picture. */
export function documentOfSide(
  { id, kind }: Pick<WaitingChange, 'id' | 'kind'>,
  { pages, media, storyboard }: ShownSide,
): ReadDocument | undefined {
  const own = media[id]
  if (kind === 'media' && own) {
    if (own.pageId === undefined && !/^(image|video|text\/html)/.test(own.mimetype)) return undefined
    const { width, height } = own
    const size = { width: width || 1920, height: height || 1080 }
    return screenPage({ id: 'zone', name: own.name }, [{ mediaId: id, duration: 5 }], WIDGET_FIELDS, size)
  }
  const page = pages[kind === 'storyboard' ? (storyboard?.items[0]?.pageId ?? '') : id]
  return page && readDocument(page, WIDGET_FIELDS)
}

/** Videos and sounds have a length that a picture doesn't show. Only those that differ, or all of a file. */
export function lengthsOf(side: ShownSide, other: ShownSide | null): ManifestMedia[] {
  return Object.entries(side.media).flatMap(([id, medium]) => {
    const isSame = JSON.stringify(other?.media[id]) === JSON.stringify(medium)
    return medium.duration === null || isSame ? [] : [medium]
  })
}

import { useQuery } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo } from 'react'
import { cardsQuery } from '#features/cards/queries.ts'
import { layoutsQuery } from '#features/layouts/queries.ts'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { PreviewPage } from './preview-page.ts'

export interface PreviewStories {
  /** The pages of a storyboard in order; none for one that does not exist. */
  pagesOf: (storyboardId: string) => readonly PreviewPage[]
  /** The first storyboard that shows a page. */
  storyOf: (pageId: string) => Storyboard | undefined
  /** All layouts: what actions name. */
  layouts: readonly PreviewPage[]
}

/** Read only once it is looked at: an organization may have thousands of pages. */
function previewOf(page: LayoutDocument & { id: string; name: string }): PreviewPage {
  let read: ReadDocument | undefined
  return {
    id: page.id,
    name: page.name,
    get document() {
      read ??= readDocument(page, WIDGET_FIELDS)
      return read
    },
  }
}

/** Everything that touching a page may lead to, for previews in which actions work. */
export function usePreviewStories(): PreviewStories {
  const enabled = useCan('read', 'layouts')
  const storyboards = useQuery({ ...storyboardsQuery(), enabled }).data
  const layouts = useQuery({ ...layoutsQuery(), enabled }).data
  const cards = useQuery(cardsQuery()).data
  return useMemo(() => {
    const previews = (pages: typeof layouts | typeof cards = []): PreviewPage[] => pages.map(previewOf)
    const all = previews(layouts)
    const pages = new Map([...all, ...previews(cards)].map((page) => [page.id, page]))
    return {
      layouts: all,
      storyOf: (pageId) =>
        storyboards?.find(({ items }) =>
          items.some(({ cardId, layoutId }) => cardId === pageId || layoutId === pageId),
        ),
      pagesOf: (storyboardId) => {
        const storyboard = storyboards?.find(({ id }) => id === storyboardId)
        return (storyboard?.items ?? []).flatMap(({ cardId, layoutId, duration }, index) => {
          const page = pages.get(cardId ?? layoutId ?? '')
          const seconds = storyboard?.mode === 'AUTO' ? duration : undefined
          return page ? [{ ...page, key: `${storyboardId} ${index}`, seconds }] : []
        })
      },
    }
  }, [storyboards, layouts, cards])
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { useMemo } from 'react'
import type { Named } from '#fields/actions/actions-host.ts'
import { clock } from '#lib/clock.ts'
import { ownZone } from '#lib/text/time-zone.ts'
import { useAsTraits } from '#pictures/pages/as-screen.ts'
import { layoutNamesQuery } from '#queries/layouts.ts'
import {
  documentOf,
  type PagesById,
  pageByIdQuery,
  pageIdOf,
  type StoryPage,
  usePagesById,
} from '#queries/pages.ts'
import { shownItems, storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { PreviewPage } from './preview-page.ts'

/** Action targets in previews. Pages load on demand. */
export interface PreviewStories {
  /** The names of all layouts. */
  layouts: readonly Named[]
  /** `undefined` for a layout that does not exist. */
  layout: (id: string) => Promise<PreviewPage | undefined>
  /** The pages of a storyboard in order; empty if it doesn't exist. */
  pagesOf: (storyboardId: string) => Promise<readonly PreviewPage[]>
}

const previewOf = (page: StoryPage): PreviewPage => ({
  id: page.id,
  name: page.name,
  document: documentOf(page),
})

/** The pages that show now, respecting their dates and, on a screen, their rules; all pages if none does, because a preview must show something. */
const storyPages = (
  storyboard: Storyboard,
  pages: PagesById,
  traits: ScreenTraits | undefined,
): PreviewPage[] => {
  const { id, mode, items } = storyboard
  const shown = shownItems(storyboard, ownZone(), clock.now(), traits)
  return items.flatMap((item, index) => {
    if (shown.length > 0 && !shown.includes(index)) return []
    const page = pages[pageIdOf(item)]
    const seconds = mode === 'AUTO' ? item.duration : undefined
    return page ? [{ ...previewOf(page), key: `${id} ${index}`, seconds }] : []
  })
}

/** Loads action targets for previews. */
export function usePreviewStories(): PreviewStories {
  const client = useQueryClient()
  const enabled = useCan('read', 'layouts')
  const storyboards = useQuery({ ...storyboardsQuery(), enabled }).data
  const layouts = useQuery({ ...layoutNamesQuery(), enabled }).data
  const traits = useAsTraits()
  return useMemo(
    () => ({
      layouts: layouts ?? [],
      layout: async (id) => {
        const { page } = await client.fetchQuery(pageByIdQuery('designed', id))
        return page ? previewOf(page) : undefined
      },
      pagesOf: async (storyboardId) => {
        const storyboard = storyboards?.find(({ id }) => id === storyboardId)
        if (!storyboard) return []
        const ids = storyboard.items.map(pageIdOf).filter(Boolean)
        const queries = ids.map((pageId) => pageByIdQuery(storyboard.type, pageId))
        const found = await Promise.all(queries.map((query) => client.fetchQuery(query)))
        return storyPages(storyboard, Object.fromEntries(found.map(({ id, page }) => [id, page])), traits)
      },
    }),
    [client, storyboards, layouts, traits],
  )
}

/** The pages of the first matching storyboard; none until all have loaded. */
export function useStoryPages(fits: (storyboard: Storyboard) => boolean): {
  story: Storyboard | undefined
  pages: readonly PreviewPage[]
} {
  const enabled = useCan('read', 'layouts')
  const story = useQuery({ ...storyboardsQuery(), enabled }).data?.find(fits)
  const traits = useAsTraits()
  const { pages, isPending } = usePagesById(story?.type ?? 'standard', story?.items.map(pageIdOf) ?? [])
  return useMemo(
    () => ({ story, pages: story && !isPending ? storyPages(story, pages, traits) : [] }),
    [story, isPending, pages, traits],
  )
}

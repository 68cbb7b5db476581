import { useQuery } from '@tanstack/react-query'
import type { Size } from '@vitrine/contract/document/sizes'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { layoutsKey } from '#queries/layouts.ts'
import { documentOf, loadPage } from '#queries/pages.ts'

/**
 * A proposal for the page of another size. `asked`: `card:` or `layout:` and an id; undefined for none. `page` is undefined
 * if there is no such page.
 */
export function useAdapted(asked: string | undefined, size: Size) {
  const { t, i18n } = useTranslation()
  const [kind = '', id = ''] = asked?.split(':') ?? []
  const query = useQuery({
    queryKey: [...layoutsKey, 'adapted', asked, size],
    queryFn: async () => {
      const page = await loadPage(kind === 'card' ? 'standard' : 'designed', id)
      if (!page) return null
      const { resizedPage } = await loadChunk(
        () => import('#content/pages/designer/resizing/resized-page.ts'),
      )
      const name = t('fit.copyName', { name: page.name, size: `${size.width}×${size.height}` })
      return resizedPage({ name, ...documentOf(page) }, size, 'adapt', i18n.dir() === 'rtl')
    },
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { page: query.data ?? undefined, isLoading: query.isLoading }
}

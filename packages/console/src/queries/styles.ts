import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { cardsKey } from './cards.ts'
import { layoutsKey } from './layouts.ts'
import { mediaKey } from './media.ts'

export const stylesKey = ['styles'] as const

/** Lists that a changed style changes: pages are drawn with it, and media zones show cards. */
export const styledKeys = [stylesKey, cardsKey, layoutsKey, mediaKey] as const

/** The text styles and colors of an organization, by name. */
export const stylesQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: [...stylesKey, organizationId],
    queryFn: async ({ signal }) => (await api.styles.list({ query: { organizationId } }, { signal })).styles,
    staleTime: 60_000,
  })

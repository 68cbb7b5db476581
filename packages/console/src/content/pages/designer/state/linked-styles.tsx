import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mapped } from '#lib/history.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { stylesQuery } from '#queries/styles.ts'
import { linkedPage } from './links.ts'
import type { Page } from './page.ts'
import { useDesigner } from './use-designer.ts'

/** Draws the page with the organization's styles, also after one has changed. Shows nothing. */
export function LinkedStyles() {
  const designer = useDesigner()
  const client = useQueryClient()
  const organizationId = useOrganizationId()
  const { data } = useQuery(stylesQuery(organizationId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: data is the trigger
  useEffect(() => {
    // The current list: a new style is linked to before this component renders again.
    designer.linked = (page, before) => {
      const known = client.getQueryData(stylesQuery(organizationId).queryKey)
      return linkedPage(page, before, known && new Map(known.map((style) => [style.id, style])))
    }
    // States keep their identity where nothing changes.
    const drawn = new Map<Page, Page>()
    const change = (page: Page): Page => {
      const next = drawn.get(page) ?? designer.linked(page)
      drawn.set(page, next)
      return next
    }
    const { page, saved, history } = designer.state
    designer.set({ page: change(page), saved: change(saved), history: mapped(history, change) })
  }, [designer, client, organizationId, data])
  return null
}

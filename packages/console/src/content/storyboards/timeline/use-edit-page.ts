import { useLocation, useNavigate } from '@tanstack/react-router'
import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import type { StoryPage } from '#queries/pages.ts'

/** Opens a page's editor. A card's editor returns here with the card's new version. */
export function useEditPage(type: StoryboardType): (page: StoryPage) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return ({ id, version }) =>
    void (type === 'standard'
      ? navigate({
          to: '/app/cards/edit/$id',
          params: { id },
          search: { redirect: pathname, version: version + 1 },
        })
      : navigate({ to: '/app/layouts/design/$id', params: { id } }))
}

import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { useTranslation } from 'react-i18next'
import type { ActionsHost } from '#fields/actions/actions-host.ts'
import { PagePreview } from './page-preview.tsx'
import { usePreviewStories, useStoryPages } from './page-preview-stories.ts'
import type { PreviewPage } from './preview-page.ts'

interface PreviewInStoryProps {
  id: string
  name: string
  /** The current state, including unsaved changes. */
  document: ReadDocument
  actions: ActionsHost
  /** Runs once the page has rendered. */
  first?: Action
  onClose: () => void
}

/**
 * Previews one page. If a storyboard contains it, its neighbors there are the next and previous page; other targets
 * of its actions are included.
 */
export function PreviewInStory({ id, name, document, actions, first, onClose }: PreviewInStoryProps) {
  const { t } = useTranslation()
  const stories = usePreviewStories()
  const { story, pages: inStory } = useStoryPages(
    ({ items }) => id !== '' && items.some(({ cardId, layoutId }) => cardId === id || layoutId === id),
  )
  const own = (page?: PreviewPage): PreviewPage => ({ ...page, id, name, document, seconds: undefined })
  const pages = inStory.map((page) => (page.id === id ? own(page) : page))
  const start = pages.findIndex((page) => page.id === id)
  return (
    <PagePreview
      // The storyboard loads after the page.
      run={start < 0 ? '' : story?.id}
      pages={start < 0 ? [own()] : pages}
      start={Math.max(0, start)}
      note={story && start >= 0 ? t('preview.inStory', { name: story.name }) : undefined}
      stories={stories}
      actions={actions}
      first={first}
      onClose={onClose}
    />
  )
}

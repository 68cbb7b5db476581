import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import { PagePreview } from './page-preview.tsx'
import { PreviewInStory } from './page-preview-in-story.tsx'
import { usePreviewStories, useStoryPages } from './page-preview-stories.ts'

interface PreviewOfProps {
  id: string
  name: string
  document: ReadDocument
  onClose: () => void
}

/** Previews one page with all targets of its actions. */
export function PreviewOf(props: PreviewOfProps) {
  const { host } = usePageFieldsHost(props)
  return <PreviewInStory {...props} actions={host.actions} />
}

/** Previews a whole storyboard as a screen plays it. */
export function StoryPreview({ id, onClose }: { id: string; onClose: () => void }) {
  const { host } = usePageFieldsHost({ id: '', name: '', document: NOTHING })
  const stories = usePreviewStories()
  const { pages } = useStoryPages((storyboard) => storyboard.id === id)
  if (pages.length === 0) return null
  return <PagePreview key={id} pages={pages} stories={stories} actions={host.actions} onClose={onClose} />
}

const NOTHING: ReadDocument = { width: 1920, height: 1080, widgets: [] }

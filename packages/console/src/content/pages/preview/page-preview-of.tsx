import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { playsOn } from '@vitrine/contract/schedule/screen-rule'
import { useTranslation } from 'react-i18next'
import { usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import { useAsTraits } from '#pictures/pages/as-screen.ts'
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
  const { story, pages } = useStoryPages((storyboard) => storyboard.id === id)
  const traits = useAsTraits()
  const { t } = useTranslation()
  if (pages.length === 0) return null
  const isLeftOut = story?.items.every(({ screens }) => !playsOn(screens, traits))
  return (
    <PagePreview
      key={id}
      pages={pages}
      note={isLeftOut ? t('screenValues.nothingPlays') : undefined}
      run={pages.map((page) => page.key).join()}
      decides={story?.items.some(({ screens }) => screens)}
      stories={stories}
      actions={host.actions}
      onClose={onClose}
    />
  )
}

const NOTHING: ReadDocument = { width: 1920, height: 1080, widgets: [] }

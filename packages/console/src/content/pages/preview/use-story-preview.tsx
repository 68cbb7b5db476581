import { type ReactNode, useState } from 'react'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const StoryPreview = lazyPart(async () => (await import('./page-preview-of.tsx')).StoryPreview)

/** Opens previews of storyboards. Render `dialog` outside rows and forms. */
export function useStoryPreview(): { preview: (id: string) => void; dialog: ReactNode } {
  const [id, setId] = useState<string>()
  const dialog = id !== undefined && (
    <Waiting quiet>
      <StoryPreview id={id} onClose={() => setId(undefined)} />
    </Waiting>
  )
  return { preview: setId, dialog }
}

import type { FloorWithDevices } from '@vitrine/contract/api/places/floors'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { convertDeck, isDeck, uploadOne } from '#content/media/api.ts'
import { useMediaPicker } from '#content/media/content-fields-host.tsx'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { addedText } from '#lib/text/done-text.ts'
import { floorsKey } from '#queries/floors.ts'
import { useAction, useWrite } from '#ui/work/use-write.ts'

/** Ways to set a floor's plan. Render `parts`. */
export function usePlanChoice(
  floor: FloorWithDevices,
  organizationId: string,
): {
  upload(): void
  choose(): Promise<void>
  remove(): void
  parts: ReactNode
} {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { pick, dialog } = useMediaPicker()
  const params = { id: floor.id }
  const set = useAction({
    write: (mediaId: string | null) => api.floors.plan({ params, body: { mediaId } }),
    done: (_, mediaId) => t(mediaId === null ? 'floors.plan.removed' : 'floors.plan.saved'),
    invalidates: [floorsKey],
  })
  const send = useAction({
    write: async (file: File) => {
      const { id: mediaId } = await uploadOne(file, () => {})
      return api.floors.plan({ params, body: { mediaId } })
    },
    done: 'floors.plan.saved',
    invalidates: [floorsKey, ['media']],
  })
  const draw = useDrawing(organizationId)
  /** A PDF is converted to pictures in the library; if it has several pages, the user chooses one. */
  const sendPages = async (file: File) => {
    const { folderId, pages } = await draw(file).catch(() => ({ folderId: null, pages: [] }))
    const [page] =
      pages.length > 1 ? await pick({ multiple: false, max: 1, accept: ['image'], folderId }) : pages
    if (page) await set(page.id)
  }
  const choose = async () => {
    const [chosen] = await pick({ multiple: false, max: 1, accept: ['image'] })
    if (chosen) await set(chosen.id)
  }
  const parts = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,application/pdf,.pdf"
        aria-label={t('floors.plan.upload')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) void (isDeck(file) ? sendPages(file) : send(file))
        }}
      />
      {dialog}
    </>
  )
  return { upload: () => input.current?.click(), choose, remove: () => void set(null), parts }
}

/** Converts a PDF to pictures in a new folder. */
function useDrawing(organizationId: string) {
  return useWrite({
    write: async (file: File) => {
      const place = { folderId: '', organizationId }
      const { folderId } = await convertDeck({ key: newId(), file, name: file.name }, place, {
        seconds: null,
        onShare: () => {},
        onStep: () => {},
        signal: new AbortController().signal,
      })
      if (!folderId) return { folderId, pages: [] }
      const { folder } = await api.media.folder({ params: { id: folderId }, query: {} })
      return { folderId, pages: folder.media }
    },
    done: (_, file) => addedText(file.name),
    invalidates: [['media']],
  })
}

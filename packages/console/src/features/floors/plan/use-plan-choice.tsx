import type { FloorWithDevices } from '@vitrine/contract/api/floors'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { floorsKey } from '#features/floors/queries.ts'
import { uploadOne } from '#features/media/api.ts'
import { useMediaPicker } from '#features/media/content-fields-host.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#ui/work/use-write.ts'

/** How a floor gets its plan. `parts` must be rendered. */
export function usePlanChoice(floor: FloorWithDevices): {
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
    invalidates: [floorsKey],
  })
  const send = useAction({
    write: async (file: File) => {
      const { id: mediaId } = await uploadOne(file, () => {})
      return api.floors.plan({ params, body: { mediaId } })
    },
    invalidates: [floorsKey, ['media']],
  })
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
        accept="image/*"
        aria-label={t('floors.plan.upload')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      {dialog}
    </>
  )
  return { upload: () => input.current?.click(), choose, remove: () => void set(null), parts }
}

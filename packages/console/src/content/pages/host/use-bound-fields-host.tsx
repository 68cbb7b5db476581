import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useContentFieldsHost } from '#content/media/content-fields-host.tsx'
import type { MediaById } from '#queries/media.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useOwnFonts } from './use-own-fonts.ts'

const FieldPicker = lateDialog(async () => (await import('#data/sources/field-picker.tsx')).FieldPicker)

/** The field host for forms whose texts may contain values of data sources. Render `dialogs`. */
export function useBoundFieldsHost(media: MediaById) {
  const content = useContentFieldsHost(media)
  const { pick, dialog } = useFieldPicker()
  const openFonts = useOwnFonts()
  const host = useMemo(
    () => ({ ...content.host, pickField: pick, openFonts }),
    [content.host, pick, openFonts],
  )
  const dialogs = (
    <>
      {content.dialogs}
      {dialog}
    </>
  )
  return { host, dialogs }
}

/** `pick` opens the dialog and resolves to the placeholder of the chosen field. */
function useFieldPicker(): { pick: () => Promise<string | undefined>; dialog: ReactNode } {
  const [asked, setAsked] = useState<(text: string | undefined) => void>()
  const pick = useCallback(() => new Promise<string | undefined>((answer) => setAsked(() => answer)), [])
  const settle = (text: string | undefined) => {
    asked?.(text)
    setAsked(undefined)
  }
  const dialog = (
    <FieldPicker opened={asked !== undefined} onPick={settle} onClose={() => settle(undefined)} />
  )
  return { pick, dialog }
}

import { useQueryClient } from '@tanstack/react-query'
import { ownFont } from '@vitrine/contract/fields/own-font'
import { loadOwnFonts } from '@vitrine/widgets/own-fonts'
import { useCallback } from 'react'
import type { FieldsHost } from '#fields/control.ts'
import { fileUrl, useFileToken } from '#lib/files.ts'
import { fontsQuery, mediaItemQuery } from '#queries/media.ts'

/** Lists the organization's own fonts, and loads what draws these and the offered ones. */
export function useOwnFonts(): NonNullable<FieldsHost['openFonts']> {
  const client = useQueryClient()
  const token = useFileToken()
  return useCallback(async () => {
    const [media, { loadFonts }] = await Promise.all([
      client.fetchQuery(fontsQuery),
      import('@vitrine/widgets/load-fonts'),
    ])
    void loadFonts('letters')
    void loadFonts('families')
    for (const each of media) client.setQueryData(mediaItemQuery(each.id).queryKey, each)
    const own = media.flatMap(({ id, face }) => (face ? [{ id, face }] : []))
    const files = new Map(
      media.map(({ id, url, mimetype, face }) => [
        id,
        { url: fileUrl(url, token), mimetype, ...(face && { face }) },
      ]),
    )
    loadOwnFonts(
      own.map(({ id }) => ownFont(id)),
      (id) => files.get(id),
    )
    return own
  }, [client, token])
}

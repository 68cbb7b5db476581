import { useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { hexOf } from '@vitrine/contract/fields/color'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { FieldsHost, MediaChoice } from '#fields/control.ts'
import type { MediaItem } from '#fields/media-item.ts'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { fileUrl, useFileToken } from '#lib/files.ts'
import { lookupKeepMs, lookupQuery } from '#lib/server/lookups.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { ownZone } from '#lib/text/time-zone.ts'
import { type MediaById, mediaItemQuery } from '#queries/media.ts'
import { useScreenLocale } from '#queries/organizations.ts'
import { stylesQuery } from '#queries/styles.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'

const MediaPicker = lateDialog(async () => (await import('./media-picker.tsx')).MediaPicker)

/** Suggested colors that are readable on screens. */
export const PALETTE = [
  '#ffffff',
  '#f1f3f5',
  '#adb5bd',
  '#495057',
  '#212529',
  '#000000',
  '#1c64d7',
  '#0b3d91',
  '#0e7490',
  '#137d41',
  '#2b8a3e',
  '#f5cc76',
  '#e67700',
  '#c51d24',
  '#9c36b5',
  '#5f3dc4',
] as const

/**
 * The console's data for forms of content fields: media, lists of choices, and colors. `media`: the items that
 * the form's values reference. Render `dialogs`.
 */
export function useContentFieldsHost(media: MediaById): {
  host: Omit<FieldsHost, 'actions'>
  dialogs: ReactNode
} {
  const client = useQueryClient()
  const token = useFileToken()
  const { pick, dialog } = useMediaPicker()

  const lookup = useCallback<FieldsHost['lookup']>(
    (list, search) =>
      search === ''
        ? client.fetchQuery(lookupQuery(list))
        : client.fetchQuery({
            queryKey: ['lookups', list, search],
            staleTime: lookupKeepMs(list),
            queryFn: async ({ signal }) =>
              (await api.lookups.get({ params: { name: list }, query: { search } }, { signal })).data,
          }),
    [client],
  )

  const locale = useScreenLocale()
  const organizationId = useOrganizationId()
  const rows = useMemo(
    () => ({
      load: (name: string) =>
        client.fetchQuery({
          queryKey: ['sources', 'rows', name],
          queryFn: async () => (await api.widgetData.source({ query: { name } })).source ?? undefined,
        }),
      context: () => ({ now: clock.now(), timeZone: ownZone(), locale }),
      colors: async () => {
        const styles = await client.fetchQuery(stylesQuery(organizationId))
        const colors = styles.map(({ value }) => (typeof value === 'string' ? hexOf(value) : ''))
        return [...new Set(colors.filter((color) => color.length === '#rrggbb'.length))]
      },
    }),
    [client, locale, organizationId],
  )

  const host = useMemo(
    () => ({
      pickMedia: async (choice: MediaChoice) => {
        const chosen = await pick(choice)
        // Cache immediately: a picked item needs its name before the query loads it.
        for (const one of chosen) client.setQueryData(mediaItemQuery(one.id).queryKey, one)
        return chosen.map((one) => itemOf(one, token))
      },
      media: (mediaId: string) => {
        const found = media[mediaId] ?? client.getQueryData(mediaItemQuery(mediaId).queryKey)
        return found && itemOf(found, token)
      },
      lookup,
      palette: PALETTE,
      rows,
    }),
    [media, token, client, lookup, pick, rows],
  )
  return { host, dialogs: dialog }
}

function itemOf(media: Media, token: string): MediaItem {
  const { id, name, mimetype, duration, thumbnailId, cardId, face } = media
  const thumbnail = thumbnailId ? fileUrl(`/thumbnail/download/${thumbnailId}`, token) : undefined
  return { id, name, mimetype, duration, thumbnail, isCard: cardId !== null, ...(face && { face }) }
}

/** The media library as a promise-based picker. */
export function useMediaPicker() {
  const [asked, setAsked] = useState<{ choice: MediaChoice; answer: (chosen: readonly Media[]) => void }>()
  const pick = useCallback(
    (choice: MediaChoice) => new Promise<readonly Media[]>((answer) => setAsked({ choice, answer })),
    [],
  )
  const settle = (chosen: readonly Media[]) => {
    asked?.answer(chosen)
    setAsked(undefined)
  }
  const dialog = (
    <MediaPicker
      opened={asked !== undefined}
      multiple={asked?.choice.multiple ?? false}
      max={asked?.choice.max ?? 1}
      accept={asked?.choice.accept}
      cards={asked?.choice.cards}
      folderId={asked?.choice.folderId}
      onPick={settle}
      onClose={() => settle([])}
    />
  )
  return { pick, dialog }
}

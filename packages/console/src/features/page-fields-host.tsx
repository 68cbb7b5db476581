import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FONTS } from '@vitrine/contract/fields/field'
import { type ReadDocument, readDocument, zoneEntries } from '@vitrine/contract/layout-document'
import type { Layout } from '@vitrine/contract/layouts'
import type { Media } from '@vitrine/contract/media'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { devicesQuery } from '#features/devices/queries.ts'
import { layoutsQuery } from '#features/layouts/queries.ts'
import { MediaPicker } from '#features/media/media-picker.tsx'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import type { FieldsHost, MediaChoice, MediaItem } from '#fields/control.ts'
import { api } from '#lib/api.ts'
import { fileUrl } from '#lib/files.ts'
import { lookupQuery } from '#lib/lookups.ts'
import { useSession } from '#lib/session.ts'
import { usePageMedia } from './page-host.ts'
import { mediaItemQuery } from './page-media.ts'

/** Colours that read well on screens, offered beside the free choice. */
const PALETTE = [
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
const LOOKUP_KEEP_MS = 24 * 60 * 60 * 1000

interface EditedPage {
  /** Empty for a page that was not saved yet. */
  id: string
  name: string
  document: ReadDocument
}

/** What forms on a page's settings need, over the console's data. `dialogs` must be drawn somewhere. */
export function usePageFieldsHost({ id, name, document }: EditedPage): {
  host: FieldsHost
  dialogs: ReactNode
} {
  const client = useQueryClient()
  const token = useSession(({ profile, token }) => profile?.mediaToken ?? token ?? '')
  const media = usePageMedia(document)
  const storyboards = useQuery(storyboardsQuery()).data
  const layouts = useQuery(layoutsQuery()).data
  const devices = useQuery({ ...devicesQuery(), refetchInterval: false, staleTime: 60_000 }).data
  const { pick, dialog } = useMediaPicker()

  const lookup = useCallback<FieldsHost['lookup']>(
    (list, search) =>
      search === ''
        ? client.fetchQuery(lookupQuery(list))
        : client.fetchQuery({
            queryKey: ['lookups', list, search],
            staleTime: LOOKUP_KEEP_MS,
            queryFn: async ({ signal }) =>
              (await api.lookups.get({ params: { name: list }, query: { search } }, { signal })).data,
          }),
    [client],
  )

  const host = useMemo((): FieldsHost => {
    const item = (mediaId: string) => {
      const found = media[mediaId] ?? client.getQueryData(mediaItemQuery(mediaId).queryKey)
      return found && itemOf(found, token)
    }
    return {
      pickMedia: async (choice) => {
        const chosen = await pick(choice)
        // Known at once, so that what was picked has a name before it is asked for.
        for (const one of chosen) client.setQueryData(mediaItemQuery(one.id).queryKey, one)
        return chosen.map((one) => itemOf(one, token))
      },
      media: item,
      lookup,
      fonts: FONTS,
      palette: PALETTE,
      actions: {
        storyboards: storyboards ?? [],
        layouts: [{ id: '', name }, ...(layouts ?? []).filter((layout) => layout.id !== id)],
        zones: (layoutId) => zonesOf(layoutId === '' ? document : otherDocument(layouts, layoutId), item),
        devices: (devices ?? []).map((device) => ({
          id: device.id,
          name: device.name,
          online: device.connection === 'online',
        })),
      },
    }
  }, [media, token, client, lookup, pick, storyboards, layouts, devices, document, name, id])

  return { host, dialogs: dialog }
}

const otherDocument = (layouts: readonly Layout[] | undefined, id: string): ReadDocument | undefined => {
  const found = layouts?.find((layout) => layout.id === id)
  return found && readDocument(found, WIDGET_FIELDS)
}

/** Media zones are the widgets that play a list of media. */
const zonesOf = (document: ReadDocument | undefined, item: (id: string) => MediaItem | undefined) =>
  (document?.widgets ?? [])
    .filter(({ type }) =>
      Object.values(WIDGET_FIELDS[type] ?? {}).some((field) => field.type === 'media-zone'),
    )
    .map((widget) => ({
      id: widget.id,
      name: widget.name,
      entries: zoneEntries(widget, WIDGET_FIELDS).map(({ mediaId }) => item(mediaId)),
    }))

function itemOf(media: Media, token: string): MediaItem {
  const { id, name, mimetype, duration, thumbnailId } = media
  const thumbnail = thumbnailId ? fileUrl(`/thumbnail/download/${thumbnailId}`, token) : undefined
  return { id, name, mimetype, duration, thumbnail }
}

/** The media library as a question with an answer. */
function useMediaPicker() {
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
      onPick={settle}
      onClose={() => settle([])}
    />
  )
  return { pick, dialog }
}

import type { Media } from '@vitrine/contract/api/media'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/storyboards'
import { newWidget, writeDocument } from '@vitrine/contract/document/layout-document'
import { defaultDuration } from '@vitrine/contract/fields/durations'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'

/** A card that shows one file over the whole screen; answers its id. */
export async function makeCardOf(media: Media, name: string): Promise<string> {
  const size = { width: STANDARD_WIDTH, height: STANDARD_HEIGHT }
  const zone = newWidget(
    { id: newId(), type: 'media-looper', name: media.name, zIndex: 1, x: 0, y: 0, ...size },
    WIDGET_FIELDS,
  )
  const entry = { mediaId: media.id, duration: defaultDuration(media.mimetype) }
  const widgets = [{ ...zone, settings: { ...zone.settings, media: [entry] } }]
  const { card } = await api.cards.create({
    body: {
      ...writeDocument({ ...size, widgets }, WIDGET_FIELDS),
      name,
      organizationId: media.organizationId,
    },
  })
  return card.id
}

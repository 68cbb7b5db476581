import type { Media } from '@vitrine/contract/api/content/media'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { defaultDuration } from '@vitrine/contract/fields/durations'
import { FULL_VIDEO } from '@vitrine/contract/fields/kinds/media-zone'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'

/**
 * A card that shows files over the whole screen in order; returns its id. Videos play to their end, anything
 * else shows for `seconds`, or the zone's interval.
 */
export async function makeCardOf(files: readonly Media[], name: string, seconds?: number): Promise<string> {
  const media = files.map(({ id, mimetype }) => {
    const usual = defaultDuration(mimetype)
    return { mediaId: id, duration: usual === FULL_VIDEO ? usual : (seconds ?? usual) }
  })
  const page = screenPage({ id: newId(), name: name.slice(0, 50) }, media, WIDGET_FIELDS)
  const { card } = await api.cards.create({
    body: {
      ...writeDocument(page, WIDGET_FIELDS),
      name,
      organizationId: files[0]?.organizationId,
    },
  })
  return card.id
}

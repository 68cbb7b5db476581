import { lookUp } from '#downlink/parts.ts'
import type { Layer } from '#stage/layers.ts'
import type { ZoneContents } from '#stage/zone-contents.ts'
import type { OnStage } from './play-book.ts'

/** The visible page and its zones' media, as plays. */
export function onStage({ id, show }: Layer, zones: ZoneContents): OnStage[] {
  const { page, storyboard, parts } = show
  const common = { storyboardId: storyboard.id, pageId: page.id }
  // The same page on a new layer is another play.
  const pagePlay: OnStage = {
    ...common,
    key: `${id}`,
    kind: 'page',
    mediaId: null,
    name: page.name.slice(0, 200),
  }
  const media = [...zones.of(id)].map(
    ([widgetId, { mediaId, order }]): OnStage => ({
      ...common,
      key: `${id} ${widgetId} ${order} ${mediaId}`,
      kind: 'media',
      mediaId,
      name: (lookUp(parts, 'media', mediaId)?.name ?? '').slice(0, 200),
    }),
  )
  return [pagePlay, ...media]
}

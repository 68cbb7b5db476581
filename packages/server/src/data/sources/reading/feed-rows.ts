import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import type { FeedText } from '#data/widget-data/feeds/api.ts'
import { tableOf } from './table.ts'

/** The items of a news feed; `Date` is ISO 8601 in UTC. */
export const feedRows = ({ items }: FeedText): SourcePreview =>
  tableOf(
    ['Title', 'Text', 'Date', 'Image'],
    items.map(({ title, text, at, image }) => [
      title,
      text,
      at === undefined ? null : new Date(at).toISOString(),
      image,
    ]),
  )

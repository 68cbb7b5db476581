import type { Access } from '#permissions.ts'
import { SHOWN_KINDS } from './media-kinds.ts'

/** Everything that screens can show, in one list. Pages of a deck are in it as the deck. */
export const SHELF_KINDS = [
  ...SHOWN_KINDS,
  'audio',
  'deck',
  'source',
  'card',
  'layout',
  'storyboard',
  'template',
] as const
export type ShelfKind = (typeof SHELF_KINDS)[number]

/** People see the kinds of areas that they can read. */
export const SHELF_AREAS = {
  image: 'media',
  video: 'media',
  package: 'media',
  web: 'media',
  audio: 'media',
  deck: 'media',
  source: 'media',
  card: 'cards',
  layout: 'layouts',
  storyboard: 'storyboards',
  template: 'cards',
} as const satisfies Record<ShelfKind, Access>

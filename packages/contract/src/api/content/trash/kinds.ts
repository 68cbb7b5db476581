import type { Access } from '#permissions.ts'

/** Days to keep deleted items for restoring. */
export const TRASH_KEPT_DAYS = 30

export const TRASH_KINDS = [
  'media',
  'folder',
  'card',
  'layout',
  'part',
  'template',
  'storyboard',
  'device-group',
] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** Permission to delete a kind of thing includes restoring it and deleting it permanently. */
export const TRASH_AREAS = {
  media: 'media',
  folder: 'media',
  card: 'cards',
  layout: 'layouts',
  part: 'layouts',
  template: 'cards',
  storyboard: 'storyboards',
  'device-group': 'device-groups',
} as const satisfies Record<TrashKind, Access>

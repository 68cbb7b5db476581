import type { UsedBy } from '@vitrine/contract/errors'
import i18next from 'i18next'
import type { WhereUsed } from './delete-dialog.tsx'

/** The screen that shows or edits each kind. */
const PLACES: Readonly<
  Record<UsedBy['kind'], (used: UsedBy) => Pick<WhereUsed, 'to' | 'params' | 'search'>>
> = {
  card: ({ id }) => ({ to: '/app/cards/edit/$id', params: { id } }),
  template: ({ id }) => ({ to: '/app/cards/design-template/$id', params: { id } }),
  part: ({ id }) => ({ to: '/app/parts/design/$id', params: { id } }),
  layout: ({ id }) => ({ to: '/app/layouts/design/$id', params: { id } }),
  package: ({ id }) => ({ to: '/app/media-library/preview/$id', params: { id } }),
  stream: ({ id }) => ({ to: '/app/media-library/preview/$id', params: { id } }),
  'web-page': ({ id }) => ({ to: '/app/media-library/preview/$id', params: { id } }),
  'screen-field': () => ({ to: '/app/devices/values' }),
  organization: () => ({ to: '/app/organization' }),
  floor: ({ id }) => ({ to: '/app/floors/$id', params: { id } }),
  storyboard: ({ id, type = 'standard' }) => ({
    to: '/app/storyboard/$type/edit/$id',
    params: { type, id },
  }),
  style: () => ({ to: '/app/settings', search: { tab: 'styles' } }),
  'device-group': ({ id }) => ({ to: '/app/device-group/storyboard/$id', params: { id } }),
  device: ({ id }) => ({ to: '/app/devices/$id', params: { id } }),
  // Running takeovers are shown, and ended, above every page.
  takeover: () => ({ to: '/app/devices' }),
  trigger: () => ({ to: '/app/settings', search: { tab: 'triggers' } }),
  user: () => ({ to: '/app/user' }),
  building: ({ id }) => ({ to: '/app/buildings/edit/$id', params: { id } }),
  licence: () => ({ to: '/app/licence' }),
  media: ({ id }) => ({ to: '/app/media-library/preview/$id', params: { id } }),
  folder: ({ id }) => ({ to: '/app/media-library/folders/$folderId', params: { folderId: id } }),
}

/** A use named by the server, as a link. */
export const whereUsed = (used: UsedBy): WhereUsed => ({
  ...PLACES[used.kind](used),
  id: used.id,
  name: i18next.t(`delete.users.${used.kind}`, { name: used.name }),
})

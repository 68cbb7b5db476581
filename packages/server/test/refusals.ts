import type { ErrorKey } from '@vitrine/contract/errors'
import { expect } from 'vitest'
import { loadingPage, makeGroup, makeLayout, makeStoryboard, page, showing } from './content.ts'
import type { Caller, TestServer } from './harness.ts'
import { placeInUse } from './local.ts'
import { CONDITIONS } from './refusals-of-conditions.ts'
import { PARTS } from './refusals-of-parts.ts'
import { PLAYED } from './refusals-of-played.ts'
import { ROLES } from './refusals-of-roles.ts'
import { TestScreen } from './screen.ts'
import { tone, uploadOne } from './uploads.ts'
import { menuBoard } from './zip.ts'

export type Admin = Caller & { organizationId: string }

/** A sample in which everything is in use. `uses`: kind and name of each user. */
export interface InUse {
  id: string
  uses: string[]
}

export interface Refusal {
  /** Name of the refused route. */
  route: string
  errKey: ErrorKey
  make(admin: Admin, superAdmin: Caller, server: TestServer): Promise<InUse>
}

const HOUR = 3_600_000

const switchTo = (admin: Caller, deviceId: string, storyboardId: string) =>
  admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })

async function makeCard(admin: Caller, more: object = {}) {
  const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu', ...more } })
  return card
}

const STORYBOARDS: Record<string, Refusal> = {
  'storyboard in a schedule': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_SCHEDULE',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const group = await makeGroup(admin, id)
      // Other users are listed too.
      await makeLayout(admin, loadingPage(id))
      return { id, uses: [`device-group ${group.name}`, expect.stringMatching(/^layout /)] }
    },
  },
  'storyboard in a slot': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_SCHEDULE',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: id }]
      const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: null, slots }
      await admin.api.deviceGroups.create({ body: { name: 'Mornings', schedule } })
      return { id, uses: ['device-group Mornings'] }
    },
  },
  'storyboard that leaves a schedule': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_SCHEDULE',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const group = await makeGroup(admin, id)
      const body = { name: group.name, storyboardId: null }
      await admin.api.deviceGroups.update({ params: { id: group.id }, body })
      return { id, uses: [`device-group ${group.name}`] }
    },
  },
  'storyboard inside another': {
    route: 'storyboards.remove',
    errKey: 'USED_INSIDE',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const items = [{ storyboardId: id, duration: 5 }]
      await admin.api.storyboards.create({ body: { name: 'Outer', type: 'designed', items } })
      return { id, uses: ['storyboard Outer'] }
    },
  },
  'storyboard sent to a screen': {
    route: 'storyboards.remove',
    errKey: 'USED_ON_SCREEN',
    make: async (admin, _superAdmin, server) => {
      const { id } = await makeStoryboard(admin)
      const { deviceId } = await TestScreen.claim(server, admin, { name: 'Lobby' })
      await switchTo(admin, deviceId, id)
      return { id, uses: ['device Lobby'] }
    },
  },
  'storyboard planned for a screen': {
    route: 'storyboards.remove',
    errKey: 'USED_ON_SCREEN',
    make: async (admin, _superAdmin, server) => {
      const { id } = await makeStoryboard(admin)
      const { deviceId } = await TestScreen.claim(server, admin, { name: 'Lobby' })
      const body = { storyboardId: id, from: server.clock.now() + HOUR }
      await admin.api.devices.switchStory({ params: { id: deviceId }, body })
      return { id, uses: ['device Lobby'] }
    },
  },
  'storyboard in a takeover': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_TAKEOVER',
    make: async (admin, _superAdmin, server) => {
      const { id } = await makeStoryboard(admin)
      const endsAt = server.clock.now() + HOUR
      const body = { title: 'Fire', text: '', storyboardId: id, targets: { kind: 'all' as const }, endsAt }
      await admin.api.takeovers.start({ body })
      return { id, uses: ['takeover Fire'] }
    },
  },
  'storyboard of a trigger': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_TRIGGER',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const group = await makeGroup(admin)
      await admin.api.triggers.create({
        body: { name: 'Door bell', deviceGroupId: group.id, storyboardId: id },
      })
      return { id, uses: ['trigger Door bell'] }
    },
  },
  'storyboard in an action': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_ACTION',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const { name } = await makeLayout(admin, loadingPage(id))
      await makeCard(admin, loadingPage(id))
      return { id, uses: [`layout ${name}`, 'card Menu'] }
    },
  },
  'storyboard in an action for another screen': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_ACTION',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      const { name } = await makeLayout(admin, loadingPage(id, '10.0.0.7'))
      return { id, uses: [`layout ${name}`] }
    },
  },
  'storyboard in a template': {
    route: 'storyboards.remove',
    errKey: 'USED_IN_ACTION',
    make: async (admin) => {
      const { id } = await makeStoryboard(admin)
      await makeCard(admin, { ...loadingPage(id), isTemplate: true })
      return { id, uses: ['template Menu'] }
    },
  },
}

const PAGES: Record<string, Refusal> = {
  'layout in a storyboard': {
    route: 'layouts.remove',
    errKey: 'LAYOUT_IN_USE',
    make: async (admin) => {
      const { id } = await makeLayout(admin)
      const { name } = await makeStoryboard(admin, { approve: false, layoutIds: [id] })
      return { id, uses: [`storyboard ${name}`] }
    },
  },
  'layout in an approved version': {
    route: 'layouts.remove',
    errKey: 'LAYOUT_IN_USE',
    make: async (admin) => {
      const [played, edited] = [await makeLayout(admin), await makeLayout(admin)]
      const { id, name } = await makeStoryboard(admin, { layoutIds: [played.id] })
      const items = [{ layoutId: edited.id, duration: 5 }]
      await admin.api.storyboards.update({ params: { id }, body: { name, type: 'designed', items } })
      return { id: played.id, uses: [`storyboard ${name}`] }
    },
  },
  'card in a storyboard': {
    route: 'cards.remove',
    errKey: 'USED_IN_STORYBOARD',
    make: async (admin) => {
      const { id } = await makeCard(admin)
      const body = { name: 'Lunch', type: 'standard' as const, items: [{ cardId: id, duration: 5 }] }
      await admin.api.storyboards.create({ body })
      const { media } = await admin.api.media.list({ query: { isCard: '1' } })
      const { name } = await makeLayout(admin, showing(media.media[0]?.id ?? ''))
      return { id, uses: ['storyboard Lunch', `layout ${name}`] }
    },
  },
}

const MEDIA: Record<string, Refusal> = {
  'media in a document': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin)
      const { name } = await makeLayout(admin, showing(id))
      await makeCard(admin, { ...showing(id), name: 'Today' })
      await makeCard(admin, { ...showing(id), name: 'Frame', isTemplate: true })
      return { id, uses: [`layout ${name}`, 'card Today', 'template Frame'] }
    },
  },
  'audio of a storyboard': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin, 'music.wav', tone(1))
      const items = [{ layoutId: (await makeLayout(admin)).id }]
      const body = { name: 'Lobby music', type: 'designed' as const, audioId: id, items }
      await admin.api.storyboards.create({ body })
      return { id, uses: ['storyboard Lobby music'] }
    },
  },
  'media in a web package': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin)
      const board = await uploadOne(admin, 'menu.zip', menuBoard())
      const model = { title: 'Today', ground: '#000000', logo: [{ mediaId: id }], dishes: [] }
      await admin.api.media.update({ params: { id: board.id }, body: { name: 'Board', model } })
      return { id, uses: ['package Board'] }
    },
  },
  'media in a stream': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin)
      const stream = { fallbackId: id, sound: false }
      const body = { name: 'Lobby camera', address: 'https://example.org/live.m3u8', stream }
      await admin.api.webMedia.create({ body })
      return { id, uses: ['stream Lobby camera'] }
    },
  },
  'media in a brand': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin)
      const params = { id: admin.organizationId }
      const { name } = (await admin.api.organizations.get({ params })).organization
      const brand = { primary: '#7a1f4c', accent: '#26c6b0', logoId: id }
      await admin.api.organizations.update({ params, body: { name, brand } })
      return { id, uses: [`organization ${name}`] }
    },
  },
  'media in a floor plan': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { id } = await uploadOne(admin)
      const body = { name: 'Museum', location: 'Here', floors: [{ name: 'Ground' }] }
      const { building } = await admin.api.buildings.create({ body })
      const params = { id: building.floors[0]?.id ?? '' }
      await admin.api.floors.plan({ params, body: { mediaId: id } })
      return { id, uses: ['floor Museum · Ground'] }
    },
  },
  'media item of a card': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      await makeCard(admin)
      const { media } = await admin.api.media.list({ query: { isCard: '1' } })
      return { id: media.media[0]?.id ?? '', uses: ['card Menu'] }
    },
  },
  'data source in a text': {
    route: 'sources.remove',
    errKey: 'SOURCE_IN_USE',
    make: async (admin) => {
      const file = { name: 'menu.csv', content: btoa('Dish,Price\nTea,3\n') }
      const { source } = await admin.api.sources.create({ body: { name: 'Menu', kind: 'csv', file } })
      const widgets = page().widgets.map((widget) => ({ ...widget, type: 'text' }))
      const config = { inputs: [{ name: 'w1-text', value: 'Tea {MENU: Price of Tea}' }] }
      await makeCard(admin, { widgets, config })
      return { id: source.id, uses: ['card Menu'] }
    },
  },
  'field of screens in a text': {
    route: 'screenFields.remove',
    errKey: 'FIELD_IN_USE',
    make: async (admin) => {
      const { field } = await admin.api.screenFields.create({
        body: { name: 'Manager', kind: 'text', source: '' },
      })
      const config = { inputs: [{ name: 'w1-text', value: 'Ask {Screen: MANAGER}' }] }
      await makeCard(admin, { config })
      return { id: field.id, uses: ['card Menu'] }
    },
  },
  'data source of a field of screens': {
    route: 'sources.remove',
    errKey: 'SOURCE_IN_USE',
    make: async (admin) => {
      const file = { name: 'a.csv', content: btoa('Branch,Phone\nZamalek,1\n') }
      const { source } = await admin.api.sources.create({ body: { name: 'Branches', kind: 'csv', file } })
      await admin.api.screenFields.create({ body: { name: 'Branch', kind: 'row', source: 'Branches' } })
      return { id: source.id, uses: ['screen-field Branch'] }
    },
  },
  'folder with media in a document': {
    route: 'media.removeFolder',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { folder } = await admin.api.media.createFolder({ body: { name: 'Pictures' } })
      const { id, name: file } = await uploadOne(admin)
      await admin.api.media.update({ params: { id }, body: { name: file, folderId: folder.id } })
      const { name } = await makeLayout(admin, showing(id))
      return { id: folder.id, uses: [`layout ${name}`] }
    },
  },
}

const PLACES: Record<string, Refusal> = {
  'building with a screen': {
    route: 'buildings.remove',
    errKey: 'USED_IN_BUILDING',
    make: async (admin, _superAdmin, server) => {
      const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
      const { building } = await admin.api.buildings.create({ body })
      const { deviceId } = await TestScreen.claim(server, admin, { name: 'Lobby' })
      const floorId = building.floors[0]?.id ?? ''
      await admin.api.devices.update({ params: { id: deviceId }, body: { name: 'Lobby', floorId } })
      return { id: building.id, uses: ['device Lobby'] }
    },
  },
  'building with local content': placeInUse,
  'building in a rule': {
    route: 'buildings.remove',
    errKey: 'USED_IN_RULE',
    make: async (admin) => {
      const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
      const { building } = await admin.api.buildings.create({ body })
      const layout = await makeLayout(admin)
      const items = [{ layoutId: layout.id, duration: 5, screens: { inPlaces: [building.id] } }]
      const { storyboard } = await admin.api.storyboards.create({
        body: { name: 'Ruled', type: 'designed', items },
      })
      return { id: building.id, uses: [`storyboard ${storyboard.name}`] }
    },
  },
  'license with a screen': {
    route: 'licences.remove',
    errKey: 'LICENCE_IN_USE',
    make: async (admin, superAdmin, server) => {
      const body = { number: 'L-in-use', devicesCount: 2, organizationId: admin.organizationId }
      const { licence } = await superAdmin.api.licences.create({ body })
      await TestScreen.claim(server, admin, { name: 'Lobby' })
      return { id: licence.id, uses: ['device Lobby'] }
    },
  },
  'organization with content': {
    route: 'organizations.remove',
    errKey: 'ORGANIZATION_IN_USE',
    make: async (admin, superAdmin, server) => {
      const { id, name } = await makeStoryboard(admin)
      const group = await makeGroup(admin, id)
      const { items } = (await admin.api.storyboards.get({ params: { id } })).storyboard
      const layouts = await admin.api.layouts.get({ params: { id: items[0]?.layoutId ?? '' } })
      await makeCard(admin)
      await uploadOne(admin)
      await admin.api.media.createFolder({ body: { name: 'Pictures' } })
      await admin.api.buildings.create({
        body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
      })
      const licence = { number: 'L-content', devicesCount: 1, organizationId: admin.organizationId }
      await superAdmin.api.licences.create({ body: licence })
      await TestScreen.claim(server, admin, { name: 'Lobby' })
      await server.user(admin)
      const users = expect.stringMatching(/^user user\d+@org\.test$/)
      const uses = ['licence L-content', 'device Lobby', `device-group ${group.name}`, 'building House']
      const pages = [`storyboard ${name}`, `layout ${layouts.layout.name}`, 'card Menu']
      return {
        id: admin.organizationId,
        uses: [users, ...uses, ...pages, 'folder Pictures', 'media a.png'],
      }
    },
  },
}

/** Every deletion refused because the item is in use, by item and user. */
export const REFUSALS: Record<string, Refusal> = {
  ...ROLES,
  ...STORYBOARDS,
  ...PAGES,
  ...MEDIA,
  ...PLAYED,
  ...PARTS,
  ...PLACES,
  ...CONDITIONS,
}

/** Reasons for refused deletions other than use. */
export const NOT_IN_USE: readonly ErrorKey[] = ['OWN_ACCOUNT', 'LAST_OF_ROLE', 'HOME_ORGANIZATION']

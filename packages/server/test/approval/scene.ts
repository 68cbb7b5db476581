import type { Manifest } from '@vitrine/contract/api/playback/manifest'
import { newId } from '#lib/ids.ts'
import { makeComment } from '#test/comments.ts'
import {
  loadingPage,
  makeGroup,
  makeLayout,
  makePart,
  makeStoryboard,
  page,
  showing,
  showingOnly,
  showingPart,
} from '#test/content.ts'
import { followed, sendDeck } from '#test/decks.ts'
import type { Caller, TestServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { TestScreen } from '#test/screen.ts'
import { captionedVideo, picture, tone, upload, uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

/** Everything that a manifest can have, on three screens. Ids by the first name of the routes that change them. */
export interface Scene {
  admin: Caller & { organizationId: string }
  screens: readonly TestScreen[]
  /** Ids by kind; those that are made later are added. */
  ids: Record<string, string[]>
}

export async function makeScene(server: TestServer): Promise<Scene> {
  const admin = await server.organization()
  const { organizationId } = admin
  const seats = { number: `L-${organizationId}`, devicesCount: 9, organizationId }
  await (await server.signIn()).api.licences.create({ body: seats })
  const { folder } = await admin.api.media.createFolder({ body: { name: 'Played', folderId: null } })
  const { folder: unused } = await admin.api.media.createFolder({ body: { name: 'Empty', folderId: null } })
  const [poster] = await upload(admin, [{ name: 'poster.png', content: await picture('gold') }])
  const still = poster?.id ?? ''
  await admin.api.media.moveMany({ body: { ids: [still], folderId: folder.id } })
  const video = await captionedVideo(admin)
  const board = await uploadOne(admin, 'menu.zip', menuBoard())
  const sound = await uploadOne(admin, 'tone.wav', tone(1))
  const web = { name: 'Site', address: 'https://example.org/' }
  const { media: site } = await admin.api.webMedia.create({ body: web })
  const { deckId } = await followed(admin, await sendDeck(admin, pdf(1)))
  const deck = (await admin.api.decks.get({ params: { id: deckId ?? '' } })).deck
  const file = { name: 'prices.csv', content: btoa('Dish,Price\nTea,3\n') }
  const { source } = await admin.api.sources.create({ body: { name: 'Prices', kind: 'csv', file } })
  const { card } = await admin.api.cards.create({ body: { ...showing(still), name: 'Card' } })
  const cardItem = await server.services.database
    .selectFrom('media')
    .select('id')
    .where('cardId', '=', card.id)
    .executeTakeFirst()
  const shown = [still, video.id, board.id, site.id, ...(cardItem ? [cardItem.id] : [])]
  const aside = await makeStoryboard(admin)
  const part = await makePart(admin)
  const layouts = [
    await makeLayout(admin, showingOnly(...shown)),
    await makeLayout(admin, page('Price {{Prices.Price}}')),
    await makeLayout(admin, loadingPage(aside.id)),
    await makeLayout(admin, showingPart(part.id, { Price: '4.50' }, {})),
  ]
  const items = layouts.map(({ id: layoutId }) => ({ layoutId, duration: 5 }))
  const slot = { id: newId(), name: 'Branch', kinds: ['picture' as const, 'page' as const] }
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: 'Main', type: 'designed', items: [...items, { duration: 5, slot }], audioId: sound.id },
  })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const cards = { name: 'Cards', type: 'standard' as const, items: [{ cardId: card.id, duration: 5 }] }
  const { storyboard: standard } = await admin.api.storyboards.create({ body: cards })
  await admin.api.storyboards.setStatus({ params: { id: standard.id, status: 'approved' } })
  const group = await makeGroup(admin, storyboard.id)
  const empty = await makeGroup(admin)
  const screens = [
    await TestScreen.claim(server, admin, { name: 'Bar', deviceGroupId: group.id }),
    await TestScreen.claim(server, admin, { name: 'Door', deviceGroupId: group.id }),
    await TestScreen.claim(server, admin, { name: 'Hall' }),
  ]
  const devices = screens.map(({ deviceId }) => deviceId)
  await admin.api.deviceGroups.update({
    params: { id: group.id },
    body: {
      name: group.name,
      schedule: {
        defaultStoryboardId: storyboard.id,
        slots: [{ from: '08:00 AM', to: '10:00 AM', storyboardId: standard.id }],
      },
    },
  })
  await admin.api.devices.switchStory({
    params: { id: devices[1] ?? '' },
    body: { storyboardId: standard.id },
  })
  const from = server.clock.now() + 86_400_000
  const { plannedId } = await admin.api.devices.switchStory({
    params: { id: devices[2] ?? '' },
    body: { storyboardId: storyboard.id, from },
  })
  const { building } = await admin.api.buildings.create({
    body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
  })
  const floor = building.floors[0]?.id ?? ''
  const { content } = await admin.api.localContent.create({
    body: {
      ...{ storyboardId: storyboard.id, slotId: slot.id, placeId: building.id },
      entries: [{ mediaId: still }],
    },
  })
  await admin.api.devices.update({
    params: { id: devices[0] ?? '' },
    body: { name: 'Bar', floorId: floor } as never,
  })
  await admin.api.devices.tagMany({ body: { ids: devices.slice(0, 1), add: ['Bar'], remove: [] } as never })
  const { configuration } = await admin.api.deviceConfigurations.create({
    body: { name: 'Loud', volume: 70, devices: devices.slice(0, 2) } as never,
  })
  const fields = []
  for (const name of ['Manager', 'Phone'])
    fields.push((await admin.api.screenFields.create({ body: { name, kind: 'text', source: '' } })).field.id)
  const value = { of: 'device' as const, id: devices[0] ?? '', fieldId: fields[0] ?? '', value: 'Mona' }
  await admin.api.screenValues.save({ body: { changes: [value] } })
  const body = { name: 'Alarm', deviceGroupId: group.id, storyboardId: standard.id }
  const { trigger } = await admin.api.triggers.create({ body })
  return {
    admin,
    screens,
    ids: {
      folders: [folder.id, unused.id],
      shelf: [card.id],
      media: [...shown, sound.id],
      webMedia: [site.id],
      packages: [board.id],
      decks: [deck.id],
      sources: [source.id],
      sourceCells: [source.id],
      cards: [card.id],
      layouts: layouts.map(({ id }) => id),
      parts: [part.id],
      storyboards: [storyboard.id, standard.id, aside.id],
      deviceGroups: [group.id, empty.id],
      devices,
      screenFields: fields,
      plannedSwitches: plannedId ? [plannedId] : [],
      buildings: [building.id],
      localContent: [content.id],
      slots: [slot.id],
      floors: [floor],
      deviceConfigurations: [configuration.id],
      triggers: [trigger.id],
      trash: [],
    },
  }
}

/** Adds comments with replies of a person, which others can't change. */
export async function addComments({ ids }: Pick<Scene, 'ids'>, person: Caller): Promise<void> {
  const comments = []
  for (const pageId of (ids.layouts ?? []).slice(0, 2)) {
    const params = { id: (await makeComment(person, { pageId })).id }
    comments.push((await person.api.comments.reply({ params, body: { text: 'A reply' } })).comment)
  }
  ids.comments = comments.map(({ id }) => id)
  ids.commentReplies = comments.flatMap(({ replies }) => replies.map(({ id }) => id))
}

/** What every screen gets, byte for byte. */
export const manifestsOf = async ({ screens }: Pick<Scene, 'screens'>) =>
  Promise.all(
    screens.map(async (screen) => {
      const { group, device }: Manifest = (await screen.manifest()).raw
      return [group.body, device.body]
    }),
  )

export async function setApproval(admin: Scene['admin'], mode: 'live' | 'strict', more: object = {}) {
  const params = { id: admin.organizationId }
  const { settings } = await admin.api.approvals.settings({ params })
  return admin.api.approvals.saveSettings({ params, body: { ...settings, mode, ...more } })
}

/** Approves everything that waits, as a person in the console does. */
export async function approveEverything(admin: Scene['admin']): Promise<number> {
  const { storyboards } = await admin.api.storyboards.pending({ query: {} })
  for (const { id } of storyboards)
    await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
  let approved = storyboards.length
  for (;;) {
    const { changes } = await admin.api.approvals.list({ query: {} })
    const [first] = changes
    if (!first) return approved
    const { state } = await admin.api.approvals.get({ params: { id: first.id } })
    await admin.api.approvals.decide({ body: { changes: [{ id: first.id, state }], decision: 'approved' } })
    approved++
  }
}

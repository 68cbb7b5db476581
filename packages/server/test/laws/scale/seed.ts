import { PERMISSIONS } from '@vitrine/contract/permissions'
import sharp from 'sharp'
import { flag } from '#db/tables/column.ts'
import { isoTime } from '#lib/clock.ts'
import { endedArchive } from '#test/archives.ts'
import { makeLayout, page, reportedAnswer } from '#test/content.ts'
import type { Caller, TestServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { TestScreen } from '#test/screen.ts'
import { form, picture, tone, uploadOne } from '#test/uploads.ts'

/** An organization in which every item is in use, and callers for its routes. */
export interface World {
  admin: Caller & { organizationId: string; email: string }
  superAdmin: Caller
  /** A person for each permission, without any other. */
  people: ReadonlyMap<string, Caller>
  screen: TestScreen
  organizationId: string
  /** Ids by the entities of `samples`, for use in calls. */
  ids: Record<string, string>
}

const showing = (mediaId: string) => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
  config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
})

/** More than any number of copied screens needs. */
const SEATS = 100_000

export async function seedWorld(server: TestServer, superAdmin: Caller): Promise<World> {
  const admin = await server.organization()
  const { organizationId } = admin
  const number = `W-${organizationId}`
  const { licence } = await superAdmin.api.licences.create({
    body: { number, devicesCount: SEATS, organizationId },
  })
  const content = await seedContent(admin)
  const screens = await seedScreens(server, admin, content.storyboards)
  const named: Record<string, string> = {
    organizations: organizationId,
    licences: licence.id,
    ...content,
    ...screens.ids,
  }
  const ids = { ...named, ...(await seedOthers(admin, superAdmin, named)) }
  await seedRows(server, organizationId, ids)
  await server.services.reports.flush()
  await server.services.publisher.idle()
  // It notes its end in a transaction, for which growing in the same process would wait forever.
  while (server.services.jobs.isRunning('move-organizations'))
    await new Promise((done) => setTimeout(done, 10))
  const people = new Map<string, Caller>()
  for (const permission of PERMISSIONS) people.set(permission, await server.user(admin, [permission]))
  return { admin, superAdmin, people, screen: screens.screen, organizationId, ids }
}

async function seedContent(admin: Caller) {
  const { folder } = await admin.api.media.createFolder({ body: { name: 'Pictures' } })
  const media = await uploadOne(admin)
  await admin.api.media.update({ params: { id: media.id }, body: { name: media.name, folderId: folder.id } })
  const again = form([{ name: 'b.png', content: await picture('red') }])
  await admin.call('POST', `/media/${media.id}/file`, again)
  const layout = await makeLayout(admin, showing(media.id))
  for (const name of ['Once', 'Twice'])
    await admin.api.layouts.update({ params: { id: layout.id }, body: { ...showing(media.id), name } })
  const thumbnails = (await samples.thumbnails?.make(admin, admin)) ?? ''
  const card = await admin.api.cards.create({
    body: { ...showing(media.id), name: 'Menu', thumbnailId: thumbnails },
  })
  await admin.api.cards.create({ body: { ...showing(media.id), name: 'Frame', isTemplate: true } })
  const items = [{ layoutId: layout.id, duration: 5 }]
  const body = { name: 'Shown', type: 'designed' as const, items }
  const { storyboard } = await admin.api.storyboards.create({ body })
  await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  await admin.api.storyboards.create({ body: { ...body, name: 'Pending' } })
  const audio = await uploadOne(admin, 'music.wav', tone(1))
  return {
    folders: folder.id,
    media: media.id,
    audio: audio.id,
    layouts: layout.id,
    cards: card.card.id,
    storyboards: storyboard.id,
    thumbnails,
  }
}

async function seedScreens(server: TestServer, admin: Caller, storyboardId: string) {
  const buildings = await admin.api.buildings.create({
    body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
  })
  const floors = buildings.building.floors[0]?.id ?? ''
  const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId }]
  const schedule = { timezone: 'Etc/GMT-2', defaultStoryboardId: storyboardId, slots }
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'All', schedule } })
  const screen = await TestScreen.claim(server, admin, { name: 'Lobby', deviceGroupId: deviceGroup.id })
  const id = screen.deviceId
  await admin.api.devices.update({
    params: { id },
    body: { name: 'Lobby', floorId: floors, deviceGroupId: deviceGroup.id },
  })
  await admin.api.floors.place({
    params: { id: floors },
    body: { deviceId: id, place: { x: 1, y: 1, facing: 0 } },
  })
  const configuration = await admin.api.deviceConfigurations.create({
    body: { name: 'All', devices: [id] },
  })
  await admin.api.devices.switchStory({ params: { id: id }, body: { storyboardId } })
  const { raw } = await screen.manifest()
  await screen.report({ group: raw.group.hash, device: raw.device.hash })
  await screen.api.screenAnswers.report({ body: { answers: [reportedAnswer()] } })
  const now = server.clock.now()
  const played = { kind: 'page' as const, storyboardId, pageId: 'p', mediaId: null, name: 'Welcome' }
  const plays = [{ ...played, id: 'play-000001', from: now - 20_000, to: now - 10_000 }]
  await screen.api.player.plays({ body: { plays } })
  const image = (
    await sharp(await picture())
      .jpeg()
      .toBuffer()
  ).toString('base64')
  await screen.api.player.picture({
    body: { takenAt: now, width: 64, height: 36, mimetype: 'image/jpeg', image, partial: false },
  })
  const ids = {
    buildings: buildings.building.id,
    floors,
    devices: id,
    deviceGroups: deviceGroup.id,
    deviceConfigurations: configuration.configuration.id,
    answers: (await admin.api.answers.list()).answers[0]?.id ?? '',
  }
  return { screen, ids }
}

/** Entities whose rows are inserted directly, need a screen's response, or come from the deletions below. */
const NOT_BY_SAMPLE = ['decks', 'conversions', 'unknownScreens', 'plannedSwitches', 'trash']

/** Creates one of each entity that this world doesn't have yet. */
async function seedOthers(
  admin: Caller,
  superAdmin: Caller,
  made: Record<string, string>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [name, sample] of Object.entries(samples))
    if (!(name in made) && !NOT_BY_SAMPLE.includes(name)) ids[name] = await sample.make(admin, superAdmin)
  // A running one would become done, or be lost, while its copies are made.
  await endedArchive(admin, ids.archives ?? '')
  await admin.api.cases.reply({ params: { id: ids.cases ?? '' }, body: { text: 'It is on' } })
  await samples.trash?.make(admin, superAdmin)
  const layout = await makeLayout(admin)
  await admin.api.layouts.remove({ params: { id: layout.id } })
  const { folder } = await admin.api.media.createFolder({ body: { name: 'Old' } })
  const inside = await uploadOne(admin, 'old.png')
  await admin.api.media.update({
    params: { id: inside.id },
    body: { name: 'old.png', folderId: folder.id },
  })
  await admin.api.media.removeFolder({ params: { id: folder.id } })
  return { ...ids, trash: folder.id }
}

/** Inserts rows that only time or slow work would create. */
async function seedRows(
  server: TestServer,
  organizationId: string,
  ids: Record<string, string>,
): Promise<void> {
  const { database, clock } = server.services
  const now = clock.now()
  const times = { createdAt: isoTime(now), updatedAt: isoTime(now) }
  const own = {
    organizationId,
    name: 'Menu.pdf',
    sha256: '0'.repeat(64),
    mimetype: 'application/pdf',
    size: 9,
  }
  const rule = {
    id: ids.alerts ?? '',
    cause: 'offline',
    subject: ids.devices ?? '',
    name: 'Lobby',
    place: '',
  }
  const newId = (place: number) => `00000000-0000-7000-8000-${organizationId.slice(-6)}${place}00000`
  ids.decks = newId(1)
  ids.conversions = newId(2)
  const folderId = ids.folders ?? ''
  await database
    .insertInto('decks')
    .values({
      ...own,
      ...times,
      id: ids.decks,
      folderId,
      pages: 1,
      duration: 5,
      storyboardId: null,
      version: 1,
    })
    .execute()
  await database
    .insertInto('deck_pages')
    .values({
      ...{ id: newId(3), organizationId, deckId: ids.decks, page: 1 },
      ...{ mediaId: ids.media ?? '', layoutId: ids.layouts ?? '' },
    })
    .execute()
  await database
    .insertInto('conversions')
    .values({
      ...{
        ...own,
        ...times,
        id: ids.conversions,
        userId: null,
        kind: 'deck',
        deckId: ids.decks,
        mediaId: null,
      },
      ...{ folderId, params: '{}', state: 'done', done: 1, total: 1, error: null, removed: null },
      ...{ leaseUntil: 0, attempts: 1 },
    })
    .execute()
  await database
    .insertInto('alert_problems')
    .values({
      ...{ id: newId(4), organizationId, ruleId: rule.id, cause: rule.cause, subject: rule.subject },
      ...{ name: rule.name, place: '', sentence: '', since: now, sentAt: now, endedAt: null, outcome: null },
    })
    .execute()
  await database
    .insertInto('alert_messages')
    .values({
      ...{ id: newId(5), organizationId, rule: 'Alert', kind: 'alert', channel: 'mail' },
      ...{ recipient: 'it@law.test', title: 'Offline', message: newId(6), at: now },
    })
    .execute()
  const seen = { firstSeenAt: now, lastSeenAt: now }
  ids.unknownScreens = `${organizationId.replaceAll('-', '')}${'0'.repeat(32)}`
  await database
    .insertInto('unknown_screens')
    .values({
      ...{ id: ids.unknownScreens, organizationId, deviceId: newId(7), address: '192.0.2.1', name: 'Lost' },
      ...{ screen: null, ...seen },
    })
    .execute()
  await database
    .insertInto('outbox')
    .values({
      ...{
        id: newId(6),
        owner: organizationId,
        channel: 'mail',
        recipient: 'it@law.test',
        subject: 'Offline',
        text: '',
      },
      ...{ secretUntil: null, status: 'sent', error: '', attempts: 1, nextAt: now, createdAt: isoTime(now) },
    })
    .execute()
  await database
    .updateTable('organizations')
    // With a limit, so that what it stores is compared with it.
    .set({ unconfirmed: flag(false), storageMb: 1_000_000 })
    .where('id', '=', organizationId)
    .execute()
}

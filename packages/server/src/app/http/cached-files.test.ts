import { contract } from '@vitrine/contract'
import type { Media } from '@vitrine/contract/api/content/media'
import { SETUP_FILES } from '@vitrine/contract/player/setups'
import { type Route, routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { keepDeckVersion } from '#content/decks/versions.ts'
import type { DecksTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { finishedExport } from '#test/archives.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { TestScreen } from '#test/screen.ts'
import { captionedVideo, form, picture, uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

/** The URL names the bytes, which never change, but it contains a token: only that browser may keep them. */
const FOREVER = 'private, max-age=31536000, immutable'
/** The bytes behind the URL change: the browser asks each time. */
const ASKED = 'private, no-cache'
const NEVER = 'no-store'

/** Routes that answer bytes, in the order of the contract. `public` is for none of them: each shows what someone owns. */
const CACHED: Record<string, string> = {
  'site.logo': ASKED,
  'media.download': ASKED,
  'media.file': ASKED,
  'media.startUpload': NEVER,
  'media.uploadOffset': NEVER,
  'media.continueUpload': NEVER,
  'media.cancelUpload': NEVER,
  'mediaVersions.file': FOREVER,
  'captions.file': FOREVER,
  'decks.download': ASKED,
  'deckVersions.download': ASKED,
  'packages.page': NEVER,
  'packages.entry': NEVER,
  'packages.file': FOREVER,
  'thumbnails.download': FOREVER,
  'cards.screenshot': ASKED,
  'approvals.file': FOREVER,
  'devices.screenshot': FOREVER,
  'devices.log': NEVER,
  'devices.exportDeliveries': NEVER,
  'trash.picture': FOREVER,
  'plays.export': NEVER,
  'plays.sheetPdf': NEVER,
  'answers.export': NEVER,
  'audit.export': NEVER,
  'archives.file': NEVER,
  'player.file': FOREVER,
  'setups.file': NEVER,
  'screenSite.logo': ASKED,
}

const answering = routesOf(contract).filter(({ route }) => route.response === 'file')

/** A call that the route answers with a file. */
type Asked = { path: string; headers?: Record<string, string>; caller?: Caller }

describe('files in browsers', () => {
  const server = useServer()
  const at: Record<string, Asked> = {}

  /** A PDF with an earlier file, without the minute that rendering its pages takes. */
  const addDeck = async (admin: Caller & { organizationId: string }, { folderId, url, size }: Media) => {
    const now = server().clock.now()
    const { organizationId } = admin
    const { id: folder } = (await admin.api.media.createFolder({ body: { name: 'Menu', folderId } })).folder
    const file = { name: 'Menu.pdf', sha256: url.split('/').at(-1) ?? '', mimetype: 'application/pdf', size }
    const at = { createdAt: isoTime(now), updatedAt: isoTime(now) }
    const deck: DecksTable = {
      ...{ id: newId(), organizationId, folderId: folder, ...file, pages: 1, duration: 5 },
      ...{ storyboardId: null, version: 2, ...at },
    }
    const { database } = server().services
    await database.insertInto('decks').values(deck).execute()
    await keepDeckVersion(database, { ...deck, version: 1 }, [], { by: '', now })
    return deck.id
  }

  beforeAll(async () => {
    const admin = await server().organization()
    const { organizationId } = admin
    const media = await uploadOne(admin)
    const { captions } = await captionedVideo(admin)
    const menu = await uploadOne(admin, 'menu.zip', menuBoard())
    const signed = (await admin.call('GET', menu.url)).headers.get('location') ?? ''
    const deckId = await addDeck(admin, media)
    await server()
      .services.database.updateTable('organizations')
      .set({ branded: 1, host: 'signs.example.com', logoId: media.id })
      .where('id', '=', organizationId)
      .execute()
    const { id: cardId } = (await admin.api.cards.create({ body: { ...page(), name: 'Card' } })).card
    const content = await picture()
    const drawn = async () => {
      const parts = form([{ field: 'thumbnail', name: 'a.png', content }])
      const { body } = await admin.call('POST', '/thumbnail/createCardThumbnail', parts)
      return (body as { thumbnailId: string }).thumbnailId
    }
    const shown = { ...page(), name: 'Deleted', thumbnailId: await drawn() }
    const { id: trashed } = (await admin.api.cards.create({ body: shown })).card
    await admin.api.cards.remove({ params: { id: trashed } })
    /** A file that a copy has. */
    const copied = async () => {
      const { database } = server().services
      const sha256 = media.url.split('/').at(-1) ?? ''
      const copy = { kind: 'page' as const, name: 'Copy', copy: '{}', hash: 'x', leads: '[]', shows: null }
      const waits = { packageHash: null, waitsSince: null, changedAt: null, changedBy: '[]' }
      const id = newId()
      const rejected = { rejectedBy: null, rejectedAt: null, note: '' }
      await database
        .insertInto('approved_copies')
        .values({ id, organizationId, ...copy, ...waits, ...rejected })
        .execute()
      const file = { sha256, size: media.size, mimetype: media.mimetype }
      await database
        .insertInto('approved_files')
        .values({ id: newId(), organizationId, copyId: id, ...file })
        .execute()
      return sha256
    }
    const upload = async () => `/media/uploads/${await samples.uploads?.make(admin, admin)}`
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: media.id, duration: 5 }] }] },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const { id: deviceGroupId } = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId })
    const takenAt = server().clock.now()
    const image = Buffer.from('seen').toString('base64')
    const shot = { takenAt, width: 480, height: 270, mimetype: 'image/jpeg' as const, image, partial: false }
    await screen.api.player.picture({ body: shot })
    await screen.api.machines.register({ body: { key: 'ac'.repeat(32) } })
    await screen.api.machines.sendLog({ body: { text: 'log' } })
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9' }
    Object.assign(at, {
      'media.download': { path: `/media/download/${media.id}` },
      'media.file': { path: `/media/file/${media.id}` },
      'media.startUpload': { path: '/media/uploads', headers: tus },
      'media.uploadOffset': { path: await upload(), headers: tus },
      'media.continueUpload': {
        path: await upload(),
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      },
      'media.cancelUpload': { path: await upload(), headers: tus },
      'mediaVersions.file': { path: media.url },
      'captions.file': { path: captions?.url ?? '' },
      'decks.download': { path: `/media/decks/${deckId}/file` },
      'deckVersions.download': { path: `/media/decks/${deckId}/versions/1/file` },
      'packages.page': { path: `/media/preview/${organizationId}/${menu.id}` },
      'packages.entry': { path: `/media/preview/${organizationId}/${menu.id}/board.js` },
      'packages.file': { path: `${signed.replace('/api', '')}board.js` },
      'thumbnails.download': { path: `/thumbnail/download/${await drawn()}` },
      'cards.screenshot': { path: `/cards/card-screenshot/${cardId}` },
      'approvals.file': { path: `/approvals/files/${await copied()}` },
      'devices.screenshot': { path: `/devices/screenshot/${screen.deviceId}` },
      'devices.log': { path: `/devices/log/${screen.deviceId}` },
      'devices.exportDeliveries': { path: '/devices/deliveries/export' },
      'trash.picture': { path: `/trash/${trashed}/picture` },
      'plays.export': { path: '/plays/export' },
      'plays.sheetPdf': { path: '/plays/sheet.pdf?first=2026-11-20&last=2026-11-21' },
      'answers.export': { path: '/answers/export' },
      'audit.export': { path: '/audit/export' },
      'archives.file': { path: `/archives/${await finishedExport(admin)}/file` },
      'player.file': {
        path: `/player/files/${media.url.split('/').at(-1)}`,
        caller: server().as(screen.token),
      },
      'setups.file': { path: `/setup/${SETUP_FILES.windows}` },
      'site.logo': { path: '/site/logo', headers: { host: 'signs.example.com' } },
      'screenSite.logo': { path: '/player/site/logo', headers: { host: 'signs.example.com' } },
    } satisfies Record<string, Asked>)
    for (const asked of Object.values(at)) asked.caller ??= admin
  })

  const ask = async (name: string, { method }: Route, more: Record<string, string> = {}) => {
    const { path, caller, headers } = at[name] ?? { path: '' }
    const answer = await caller?.call(method, path, undefined, { ...headers, ...more })
    return [answer?.status, answer?.headers.get('cache-control')]
  }

  it('has a row for each route that answers a file', () => {
    expect(Object.keys(CACHED)).toEqual(answering.map(({ name }) => name))
  })

  it.each(answering.map(({ name, route }) => [name, route] as const))('%s', async (name, route) => {
    const [status, cached] = await ask(name, route)
    expect(status).toBeLessThan(400)
    expect(cached).toBe(CACHED[name])
  })

  it.each(
    answering.filter(({ route }) => route.method === 'GET').map(({ name, route }) => [name, route] as const),
  )('%s: no cache may keep a refusal', async (_name, route) => {
    const path = route.path.replace(/:\w+|\*/g, 'unknown')
    const { status, headers } = await server().as().call('GET', path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers.get('cache-control')).toBe(NEVER)
  })
})

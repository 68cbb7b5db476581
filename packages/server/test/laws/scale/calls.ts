import type { Route } from '@vitrine/contract/route'
import sharp from 'sharp'
import { page, reportedAnswer } from '#test/content.ts'
import type { Caller } from '#test/harness.ts'
import { ADMIN } from '#test/harness.ts'
import { addressOf, entityOf } from '#test/paths.ts'
import { pdf } from '#test/pdf.ts'
import { samples } from '#test/samples.ts'
import { FACTS } from '#test/screen.ts'
import { form, picture } from '#test/uploads.ts'
import { copyOf } from './grow.ts'
import type { World } from './seed.ts'

interface Sent {
  /** By default, someone without other permissions than the route needs. */
  as?: 'super' | 'admin' | 'screen' | 'anyone'
  path?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call of a route, each time with different names. */
interface Turn {
  world: World
  n: number
  /** Id in the original, or in a copy. */
  id(entity: string, copy?: number): string
}

/** Its uploads. */
const ofAdmin = (): Sent => ({ as: 'admin' })
const ofSuper = (): Sent => ({ as: 'super' })
const bulk = ({ id }: Turn, entity: string): Sent => ({
  body: { ids: [1, 2, 3].map((copy) => id(entity, copy)) },
})
/** Those that no other call deletes. */
const tagging = ({ id }: Turn, entity: string): Sent => ({
  body: { ids: [4, 5, 6].map((copy) => id(entity, copy)), add: ['Summer'] },
})
const upload = async (name = 'a.png'): Promise<Sent> => ({
  body: form([{ name, content: await picture('navy') }]),
})
const document = (n: number) => ({ ...page(`Turn ${n}`), name: `Turn ${n}` })

const played = ({ n, id }: Turn) => ({
  ...{ id: `play-${String(n).padStart(8, '0')}`, kind: 'page', pageId: 'p', mediaId: null, name: 'Welcome' },
  storyboardId: id('storyboards'),
  from: Date.parse('2026-11-21T11:00:00Z'),
  to: Date.parse('2026-11-21T11:00:10Z'),
})
const shown = { group: 'g', device: 'd' }
const parts = { playing: null, download: { missing: 0, total: 0 }, errors: [] }

/** Requests of routes for which the samples of the laws aren't enough. */
const CALLS: Record<string, (turn: Turn) => Sent | Promise<Sent>> = {
  'comments.create': ({ n, id }) => ({
    body: { pageId: id('layouts'), x: 0.5, y: 0.5, text: `Turn ${n}` },
  }),
  'localContent.slots': ({ id }) => ({ path: `/local-content/slots?placeId=${id('buildings')}` }),
  // Up to 200 places fill one slot, and so many copies fill the original; one fills this copy.
  'localContent.create': async ({ world, id }) => {
    const params = { id: id('localContent') }
    const { storyboardId, slotId } = (await world.admin.api.localContent.get({ params })).content
    const entries = [{ layoutId: id('layouts') }, { mediaId: id('media') }]
    return {
      body: { storyboardId: copyOf(storyboardId, 3), slotId, placeId: id('buildings'), entries },
    }
  },
  // The author edits; the author or an admin deletes.
  'pageViewers.note': () => ({ body: { here: true } }),
  'comments.update': ofAdmin,
  'comments.remove': ofAdmin,
  'commentReplies.update': ofAdmin,
  'commentReplies.remove': ofAdmin,
  // The admin of the world has passkeys, which the password alone isn't enough for.
  'auth.login': () => ({ body: ADMIN }),
  'auth.register': ({ n }) => ({
    body: {
      ...{ firstName: 'Ada', lastName: 'Admin', organizationName: `Turn ${n}` },
      ...{ email: `turn${n}@law.test`, password: 'password-1' },
    },
  }),
  'auth.sendEmail': ({ world }) => ({ body: { email: world.admin.email } }),
  'auth.sendMobileCode': () => ({ body: { mobile: '+491701234567' } }),
  'auth.resetPassword': ({ world }) => ({ body: { email: world.admin.email } }),
  'secondFactor.begin': () => ({ body: { currentPassword: 'password-1' } }),
  'secondFactor.remove': () => ({ body: { currentPassword: 'password-1' } }),
  'passkeys.remove': ({ id }) => ({
    path: `/auth/passkeys/${id('passkeys', 5)}`,
    body: { currentPassword: 'password-1' },
  }),
  'auth.updateProfile': () => ({ body: { firstName: 'Ada', lastName: 'Admin' } }),
  'users.resetSecondFactor': ({ id }) => ({ path: `/user/${id('users', 4)}/second-factor` }),
  'sessions.end': ({ id }) => ({ path: `/auth/sessions/${id('sessions', 1)}` }),
  'organizations.list': ofSuper,
  'organizations.create': ({ n }) => ({ as: 'super', body: samples.organizations?.body?.(9e6 + n) }),
  'identityProvider.update': ({ world }) => ({
    body: samples.identityProvider?.body?.(1),
    path: `/organizations/${world.admin.organizationId}/identity-provider`,
  }),
  'emailDomains.add': ({ n }) => ({ body: { domain: `turn${n}.example.org` } }),
  'emailDomains.verify': ({ id }) => ({
    ...{ as: 'super', body: { confirm: true }, path: `/email-domains/${id('emailDomains')}/verify` },
  }),
  'emailDomains.remove': ({ id }) => ({ path: `/email-domains/${id('emailDomains')}` }),
  'auth.logout': () => ({ body: { refreshToken: 'unknown' } }),
  'users.removeMany': (turn) => bulk(turn, 'users'),
  'buildings.update': ({ id, n }) => ({
    body: { name: `Turn ${n}`, location: 'Here', floors: [{ id: id('floors', 3), name: 'Ground' }] },
    path: `/buildings/${id('buildings', 3)}`,
  }),
  'screenValues.save': ({ id, n }) => ({
    body: {
      changes: [{ of: 'device', id: id('devices'), fieldId: id('screenFields'), value: `Turn ${n}` }],
    },
  }),
  'screenFields.remove': ({ id }) => ({ path: `/screen-fields/${id('screenFields', 2)}` }),
  'floors.place': ({ id }) => ({ body: { deviceId: id('devices'), place: { x: 2, y: 2, facing: 0 } } }),
  'licences.create': ({ n, world }) => ({
    as: 'super',
    body: { number: `T-${n}`, devicesCount: 3, organizationId: world.organizationId },
  }),
  'licences.update': ({ n, world }) => ({
    as: 'super',
    body: { number: `T-${n}`, devicesCount: 90_000, organizationId: world.organizationId },
  }),
  'licences.remove': ({ id }) => ({ as: 'super', path: `/licences/${id('licences', 3)}` }),
  'organizations.remove': ofSuper,
  'media.upload': () => upload(),
  'media.startUpload': () => ({ headers: { 'upload-length': '9' } }),
  'media.uploadOffset': ofAdmin,
  'media.continueUpload': ofAdmin,
  'media.cancelUpload': ofAdmin,
  'media.removeMany': (turn) => bulk(turn, 'audio'),
  'media.tagMany': (turn) => tagging(turn, 'audio'),
  'media.remove': ({ id }) => ({ path: `/media/${id('audio')}` }),
  'media.moveMany': ({ id }) => ({
    body: { ids: [4, 5, 6].map((copy) => id('audio', copy)), folderId: id('folders') },
  }),
  'mediaVersions.replace': () => upload('b.png'),
  'thumbnails.create': async () => ({
    body: form([{ field: 'thumbnail', name: 'a.png', content: await picture('navy') }]),
  }),
  'thumbnails.createOfLayout': async ({ id }) => ({
    body: form([
      { field: 'thumbnail', name: 'a.png', content: await picture('navy') },
      { field: 'layoutId', content: id('layouts') },
    ]),
  }),
  'decks.create': () => ({ body: form([{ name: 'a.pdf', content: pdf(1) }]) }),
  'decks.preview': () => ({ body: form([{ name: 'a.pdf', content: pdf(1) }]) }),
  'layouts.update': ({ n }) => ({ body: document(n) }),
  'layouts.removeMany': (turn) => bulk(turn, 'layouts'),
  'layouts.tagMany': (turn) => tagging(turn, 'layouts'),
  'cards.removeMany': (turn) => bulk(turn, 'cards'),
  'cards.tagMany': (turn) => tagging(turn, 'cards'),
  // It makes a card of each file, too.
  'shelf.slideShow': ({ n, id }) => ({ as: 'admin', body: { name: `Turn ${n}`, mediaIds: [id('media')] } }),
  'sources.setCells': ({ n, id }) => ({
    body: { cells: [{ row: 0, column: 0, value: `Turn ${n}` }] },
    path: `/source-cells/${id('sources')}`,
  }),
  'storyboards.create': ({ n, id }) => ({ body: storyboard(n, id) }),
  'storyboards.update': ({ n, id }) => ({ body: storyboard(n, id) }),
  'storyboards.removeMany': (turn) => bulk(turn, 'storyboards'),
  'storyboards.tagMany': (turn) => tagging(turn, 'storyboards'),
  'devices.moveAddress': (turn) => ({
    as: 'super',
    body: { ...(bulk(turn, 'devices').body as object), address: 'https://signs.example.org' },
  }),
  'devices.lookAt': (turn) => bulk(turn, 'devices'),
  'devices.backToSchedule': ({ id }) => ({ body: { screens: [{ deviceId: id('devices') }] } }),
  'devices.putRight': (turn) => bulk(turn, 'devices'),
  'devices.switchStory': ({ id }) => ({ body: { storyboardId: id('storyboards') } }),
  'devices.updateMany': (turn) => ({
    body: { ...(bulk(turn, 'devices').body as object), deviceGroupId: turn.id('deviceGroups') },
  }),
  'devices.removeMany': (turn) => bulk(turn, 'devices'),
  'devices.tagMany': (turn) => tagging(turn, 'devices'),
  'deviceGroups.tagMany': (turn) => tagging(turn, 'deviceGroups'),
  'buildings.tagMany': (turn) => tagging(turn, 'buildings'),
  'floors.tagMany': (turn) => tagging(turn, 'floors'),
  'deviceGroups.update': ({ n, id }) => ({
    path: `/device-groups/${id('deviceGroups', 3)}`,
    body: {
      name: `Turn ${n}`,
      devices: [4, 5, 6].map((copy) => id('devices', copy)),
      storyboardId: id('storyboards'),
    },
  }),
  'triggers.create': ({ n, id }) => ({
    body: { name: `Turn ${n}`, deviceGroupId: id('deviceGroups'), storyboardId: id('storyboards') },
  }),
  'unknownScreens.takeBackMany': (turn) => bulk(turn, 'unknownScreens'),
  'deletions.look': ({ id }) => ({ body: { kind: 'layout', ids: [id('layouts'), id('layouts', 4)] } }),
  'deletions.everywhere': (turn) => ({
    as: 'admin',
    body: { ...samples.deletions?.body?.(0), ...(bulk(turn, 'deletions').body as object) },
  }),
  'trash.restoreMany': (turn) => bulk(turn, 'trash'),
  'trash.removeMany': ({ id }) => ({ body: { ids: [4, 5, 6].map((copy) => id('trash', copy)) } }),
  'trash.remove': ({ id }) => ({ path: `/trash/${id('trash', 7)}` }),
  'unknownScreens.disconnect': ({ id }) => ({ path: `/unknown-screens/${id('unknownScreens', 7)}` }),
  'archives.import': () => ({ as: 'super', body: { uploadId: 'nowhere' } }),
  'outbox.list': ofSuper,
  'jobs.list': ofSuper,
  'backups.list': ofSuper,
  'backups.checked': ofSuper,
  'backups.drilled': ofSuper,
  'system.get': ofSuper,
  'screenAnswers.report': () => ({ body: { answers: [reportedAnswer()] } }),
  'player.startPairing': () => ({ body: { screen: FACTS } }),
  'player.heartbeat': () => ({ body: { screen: FACTS, held: shown, shown, ...parts } }),
  'screenUpdates.ask': () => ({ body: { runs: 'a.js', holds: 'b.js', bootId: 'b', shows: true } }),
  'player.beat': () => ({ body: { revision: 'r' } }),
  'player.picture': async () => ({
    body: {
      ...{ takenAt: Date.parse('2026-11-21T12:00:00Z'), width: 64, height: 36, mimetype: 'image/jpeg' },
      image: (
        await sharp(await picture())
          .jpeg()
          .toBuffer()
      ).toString('base64'),
      partial: false,
    },
  }),
  'player.plays': (turn) => ({ body: { plays: [played(turn)] } }),
}
const storyboard = (n: number, id: Turn['id']) => ({
  name: `Turn ${n}`,
  type: 'designed',
  items: [{ layoutId: id('layouts'), duration: 5 }],
})

/** A call of a route in an organization; each needs a different number. */
export async function callOf(name: string, route: Route, world: World, n: number): Promise<LightMyRequest> {
  const id = (entity: string, copy?: number) => {
    const original = world.ids[entity] ?? ''
    return copy === undefined ? original : copyOf(original, copy)
  }
  const entity = entityOf(route)
  const special = (await CALLS[name]?.({ world, n, id })) ?? {}
  const as = special.as ?? (route.who === 'device' ? 'screen' : route.who === 'public' ? 'anyone' : 'least')
  const { superAdmin, admin, screen } = world
  const callers = { super: superAdmin, admin, least: leastOf(route, world), screen, anyone: undefined }
  const path = special.path ?? addressOf(route, id(entity), { organizationId: world.organizationId })
  const body = special.body ?? (route.body ? (samples[entity]?.body?.(9e6 + n) ?? {}) : undefined)
  const token = callers[as]?.token
  const form = body instanceof FormData ? new Response(body) : undefined
  return {
    method: route.method,
    url: `/api${path}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'content-type': form?.headers.get('content-type') ?? 'application/json',
      }),
      ...special.headers,
    },
    ...(body !== undefined && {
      payload: form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body),
    }),
  }
}

/** Those with a permission have fewer rights than admins, and more to be checked. */
function leastOf({ who }: Route, { admin, people }: World): Caller {
  return (typeof who === 'object' && 'write' in who && people.get(who.write)) || admin
}

interface LightMyRequest {
  method: Route['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

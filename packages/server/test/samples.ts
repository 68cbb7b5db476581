import { newId } from '#lib/ids.ts'
import { commentSamples } from './comments.ts'
import { makeGroup, makeLayout, makePart, makeStoryboard, page, reportedAnswer } from './content.ts'
import { followed, sendDeck } from './decks.ts'
import { type Caller, serverOf } from './harness.ts'
import { localContent, priceList } from './local.ts'
import { pdf } from './pdf.ts'
import { addedPasskey, provided } from './provided.ts'
import { levels, makeRole } from './roles.ts'
import { FACTS } from './screen.ts'
import { form, picture, upload } from './uploads.ts'
import { menuBoard } from './zip.ts'

/** A sample of an entity for the laws: a valid body, and an existing row. */
export interface Sample {
  /** A valid body for create and update; names differ by `n`. */
  body?(n: number): Record<string, unknown>
  /** Creates one in the caller's organization and returns its id. */
  make(admin: Caller, superAdmin: Caller): Promise<string>
}

let made = 0

/**
 * By the first name of the routes (`buildings.update` → `buildings`). A route with an id in its path and no sample here
 * fails the laws, so a new entity can't be forgotten.
 */
export const samples: Record<string, Sample> = {
  organizations: {
    body: (n) => ({
      name: `Org ${n}`,
      ...{ adminFirstName: 'A', adminLastName: 'B', email: `a${n}@law.test`, password: 'password-1' },
      origins: [],
    }),
    make: async (admin) => (await admin.api.auth.profile()).profile.organizationId,
  },
  allowedSites: {
    body: (n) => ({ host: `site${n}.example.org` }),
    make: async (admin) =>
      (await admin.api.allowedSites.add({ body: { host: `made${++made}.example.org` } })).site.id,
  },
  identityProvider: {
    body: () => ({
      ...{
        issuer: 'https://login.example.org',
        clientId: 'vitrine',
        defaultRole: '2',
        createsAccounts: true,
      },
      ...{ trustsEmail: false, factor: 'never', required: false, breakGlassId: null },
    }),
    make: async (admin) => provided(admin, (await admin.api.auth.profile()).profile.organizationId),
  },
  providerLogin: {
    make: async (admin, superAdmin) => samples.identityProvider?.make(admin, superAdmin) ?? '',
  },
  emailDomains: {
    body: (n) => ({ domain: `d${n}.example.org` }),
    make: async (admin) =>
      (await admin.api.emailDomains.add({ body: { domain: `made${++made}.example.org` } })).domain.id,
  },
  users: {
    body: (n) => ({
      firstName: 'A',
      lastName: 'B',
      role: '2',
      email: `u${n}@law.test`,
      password: 'password-1',
      permissions: [],
    }),
    make: async (admin) => {
      const body = { ...samples.users?.body?.(++made) } as never
      return (await admin.api.users.create({ body })).user.id
    },
  },
  roles: {
    body: (n) => ({ name: `Role ${n}`, rows: [{ levels: levels({ media: 'write' }), scope: null }] }),
    make: (admin) => makeRole(admin, `Role ${++made} made`),
  },
  apiKeys: {
    body: (n) => ({ name: `CI ${n}`, role: '2', permissions: ['media'], networks: [], days: 30 }),
    make: async (admin) => (await admin.api.apiKeys.create({ body: { name: `CI ${++made}` } })).key.id,
  },
  passkeys: {
    body: (n) => ({ name: `Laptop ${n}` }),
    make: addedPasskey,
  },
  sessions: { make: async (admin) => (await admin.api.sessions.list()).sessions[0]?.id ?? '' },
  buildings: {
    body: (n) => ({ name: `House ${n}`, location: 'Here', floors: [{ name: 'Ground' }] }),
    make: async (admin) => {
      const body = { name: `House ${++made}`, location: 'Here', floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building.id
    },
  },
  floors: {
    body: () => ({ mediaId: null, deviceId: 'nowhere', place: null }),
    make: async (admin) => {
      const body = { name: `House ${++made}`, location: 'Here', floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building.floors[0]?.id ?? ''
    },
  },
  licences: {
    body: (n) => ({ number: `L-${n}`, devicesCount: 3, expiresAt: '2030-01-01' }),
    make: async (admin, superAdmin) => {
      const { profile } = await admin.api.auth.profile()
      const body = { number: `L-${++made}`, devicesCount: 3, organizationId: profile.organizationId }
      return (await superAdmin.api.licences.create({ body })).licence.id
    },
  },
  folders: {
    body: (n) => ({ name: `Folder ${n}`, folderId: null }),
    make: async (admin) =>
      (await admin.api.media.createFolder({ body: { name: `Folder ${++made}` } })).folder.id,
  },
  media: {
    body: (n) => ({ name: `Picture ${n}` }),
    make: async (admin) => {
      const [media] = await upload(admin, [{ name: 'a.png', content: await picture() }])
      return media?.id ?? ''
    },
  },
  trash: {
    make: async (admin) => {
      const [media] = await upload(admin, [{ name: 'a.png', content: await picture() }])
      return (await admin.api.media.remove({ params: { id: media?.id ?? '' } })).id
    },
  },
  webMedia: {
    body: (n) => ({ name: `Page ${n}`, address: `https://site${n}.example.org/` }),
    make: async (admin) => {
      const body = { name: `Page ${++made}`, address: 'https://example.org/' }
      return (await admin.api.webMedia.create({ body })).media.id
    },
  },
  packages: {
    body: () => ({ model: { title: 'Today' } }),
    make: async (admin) => {
      const [media] = await upload(admin, [{ name: 'menu.zip', content: menuBoard() }])
      return media?.id ?? ''
    },
  },
  decks: {
    make: async (admin) => {
      const sent = await sendDeck(admin, pdf(1))
      return (await followed(admin, sent)).deckId ?? ''
    },
  },
  conversions: {
    // Wait for it to end: its progress would look like the change of a call.
    make: async (admin) => (await followed(admin, await sendDeck(admin, pdf(1)))).id,
  },
  sources: {
    body: (n) => ({ ...priceList, name: `Prices ${n}` }),
    make: async (admin) => {
      const body = { ...priceList, name: `Prices ${++made}` }
      return (await admin.api.sources.create({ body })).source.id
    },
  },
  uploads: {
    make: async (admin) => {
      const { headers } = await admin.call('POST', '/media/uploads', undefined, { 'upload-length': '9' })
      return headers.get('location')?.split('/').at(-1) ?? ''
    },
  },
  thumbnails: {
    make: async (admin) => {
      const { body } = await admin.call(
        'POST',
        '/thumbnail/createCardThumbnail',
        form([{ field: 'thumbnail', name: 'a.png', content: await picture() }]),
      )
      return (body as { thumbnailId: string }).thumbnailId
    },
  },
  layouts: {
    body: (n) => ({ ...page(), name: `Layout ${n}` }),
    make: async (admin) => (await makeLayout(admin)).id,
  },
  cards: {
    body: (n) => ({ ...page(), name: `Card ${n}` }),
    make: async (admin) => {
      const body = { ...page(), name: `Card ${++made}` }
      return (await admin.api.cards.create({ body })).card.id
    },
  },
  screenFields: {
    body: (n) => ({ name: `Field ${n}`, kind: 'text', source: '' }),
    make: async (admin) => {
      const body = { name: `Field ${++made}`, kind: 'text' as const, source: '' }
      return (await admin.api.screenFields.create({ body })).field.id
    },
  },
  screenValues: {
    body: () => ({ changes: [{ of: 'building', id: 'nowhere', fieldId: 'nowhere', value: 'Mona' }] }),
    make: async (admin) => {
      const body = { name: `Branch ${++made}`, location: 'Here', floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building.id
    },
  },
  sourceCells: {
    body: () => ({ cells: [{ row: 0, column: 0, value: 'Latte' }] }),
    make: async (admin, superAdmin) => (await samples.sources?.make(admin, superAdmin)) ?? '',
  },
  approvals: {
    body: () => ({ changes: [{ id: 'nowhere', state: '' }], decision: 'approved' }),
    // Only an organization with strict approval has waiting changes.
    make: async (admin) => {
      const { profile } = await admin.api.auth.profile()
      const id = newId()
      const { organizationId } = profile
      await serverOf(admin)
        .services.database.insertInto('approved_copies')
        .values({
          ...{ id, organizationId, kind: 'page', name: `Waiting ${++made}`, copy: null, hash: '' },
          ...{ leads: '[]', shows: null, packageHash: null, waitsSince: 1, changedAt: 1, changedBy: '[]' },
          ...{ rejectedBy: null, rejectedAt: null, note: '' },
        })
        .execute()
      return id
    },
  },
  approvalSettings: {
    body: () => ({ mode: 'live', fourEyes: false, days: null }),
    make: async (admin) => (await admin.api.auth.profile()).profile.organizationId,
  },
  shelf: {
    body: () => ({ kind: 'card' }),
    make: async (admin) => {
      const body = { ...page(), name: `Played ${++made}` }
      return (await admin.api.cards.create({ body })).card.id
    },
  },
  deletions: {
    body: () => ({ kind: 'card', uses: 0 }),
    make: async (admin) => {
      const body = { ...page(), name: `Unused ${++made}` }
      return (await admin.api.cards.create({ body })).card.id
    },
  },
  storyboards: {
    body: (n) => ({
      name: `Storyboard ${n}`,
      type: 'designed',
      items: [{ layoutId: 'nowhere', duration: 5 }],
    }),
    make: async (admin) => (await makeStoryboard(admin)).id,
  },
  parts: {
    body: (n) => ({ ...page(), name: `Part ${n}` }),
    make: async (admin) => (await makePart(admin)).id,
  },
  ...commentSamples,
  localContent,
  styles: {
    body: (n) => ({ kind: 'color', name: `Color ${n}`, value: '#aa0000' }),
    make: async (admin) => {
      const body = { kind: 'color', name: `Color ${++made}`, value: '#aa0000' } as const
      return (await admin.api.styles.create({ body })).style.id
    },
  },
  devices: {
    body: (n) => ({ name: `Screen ${n}`, code: 'BCDFGH', storyboardId: 'nowhere', kind: 'identify' }),
    make: async (admin) => {
      const { code } = await admin.api.player.startPairing({ body: { screen: FACTS } })
      return (await admin.api.devices.claim({ body: { code, name: `Screen ${++made}` } })).device.id
    },
  },
  plannedSwitches: {
    make: async (admin, superAdmin) => {
      // Not every organization has a seat for another screen.
      const [first] = (await admin.api.devices.list({ query: {} })).devices
      const deviceId = first?.id ?? (await samples.devices?.make(admin, superAdmin)) ?? ''
      const { id: storyboardId } = await makeStoryboard(admin)
      const body = { storyboardId, from: serverOf(admin).clock.now() + 86_400_000 }
      return (await admin.api.devices.switchStory({ params: { id: deviceId }, body })).plannedId ?? ''
    },
  },
  unknownScreens: {
    body: (n) => ({ name: `Back ${n}`, deviceGroupId: null }),
    // Only restored databases have unknown screens.
    make: async (admin) => {
      const { profile } = await admin.api.auth.profile()
      const id = `${'0'.repeat(56)}${String(++made).padStart(8, '0')}`
      const seen = { firstSeenAt: 1, lastSeenAt: 1 }
      await serverOf(admin)
        .services.database.insertInto('unknown_screens')
        .values({
          ...{ id, deviceId: `lost-${made}`, organizationId: profile.organizationId },
          ...{ address: '192.0.2.1', name: 'Lost', screen: null, ...seen },
        })
        .execute()
      return id
    },
  },
  playerUpdates: {
    body: () => ({ decision: 'stop' }),
    // Only screens start updates.
    make: async (admin) => {
      const { profile } = await admin.api.auth.profile()
      const id = newId()
      const at = { startedAt: 1, activeAt: 1, stoppedAt: null, checkedAt: 1, watchedSince: 1 }
      await serverOf(admin)
        .services.database.insertInto('player_updates')
        .values({
          ...{ id, organizationId: profile.organizationId, build: `index-${++made}.js`, version: '1' },
          ...{ status: 'running', canaries: 1, decidedBy: null, ...at },
        })
        .execute()
      return id
    },
  },
  alerts: {
    body: (n) => ({ name: `Alert ${n}`, causes: ['offline'], minutes: 5, emails: ['it@law.test'] }),
    make: async (admin) => {
      const body = { name: `Alert ${++made}`, causes: ['offline' as const], emails: ['it@law.test'] }
      return (await admin.api.alerts.create({ body })).alert.id
    },
  },
  cases: {
    body: (n) => ({ subject: `Case ${n}`, text: 'It is black', kind: 'screen', status: 'closed' }),
    make: async (admin) => {
      const body = { subject: 'Black', text: 'It is black', kind: 'screen' } as const
      return (await admin.api.cases.create({ body })).case.id
    },
  },
  takeovers: {
    body: (n) => ({
      title: `Fire ${n}`,
      text: 'Leave by the stairs',
      tone: 'danger',
      storyboardId: null,
      targets: { kind: 'all' },
      endsAt: Date.parse('2026-11-21T13:00:00Z'),
    }),
    make: async (admin) => {
      const body = { ...samples.takeovers?.body?.(++made) } as never
      return (await admin.api.takeovers.start({ body })).takeover.id
    },
  },
  triggers: {
    body: (n) => ({ name: `Door ${n}`, deviceGroupId: 'nowhere', storyboardId: 'nowhere', minutes: 5 }),
    make: async (admin) => {
      const [{ id: storyboardId }, { id: deviceGroupId }] = [
        await makeStoryboard(admin),
        await makeGroup(admin),
      ]
      const body = { name: `Door ${++made}`, deviceGroupId, storyboardId }
      return (await admin.api.triggers.create({ body })).trigger.id
    },
  },
  webhooks: {
    body: (n) => ({
      ...{ name: `Hook ${n}`, address: `https://hooks.example.org/${n}`, topics: ['media'] },
      paused: true,
    }),
    make: async (admin) => {
      const body = {
        name: `Hook ${++made}`,
        address: 'https://hooks.example.org/in',
        topics: ['media' as const],
      }
      return (await admin.api.webhooks.create({ body })).webhook.id
    },
  },
  archives: {
    body: () => ({}),
    make: async (admin) => (await admin.api.archives.create({ body: {} })).archive.id,
  },
  answers: {
    make: async (admin) => {
      const { code, secret } = await admin.api.player.startPairing({ body: { screen: FACTS } })
      await admin.api.devices.claim({ body: { code, name: `Screen ${++made}` } })
      const { claimed } = await admin.api.player.awaitPairing({ body: { secret } })
      const body = { answers: [reportedAnswer()] }
      await admin.call('POST', '/player/answers', body, { authorization: `Bearer ${claimed?.token}` })
      return (await admin.api.answers.list()).answers[0]?.id ?? ''
    },
  },
  deviceConfigurations: {
    body: (n) => ({ name: `Configuration ${n}`, hours: null, volume: 10, orientation: 90, devices: [] }),
    make: async ({ api }) =>
      (await api.deviceConfigurations.create({ body: { name: `Set ${++made}` } })).configuration.id,
  },
  deviceGroups: {
    body: (n) => ({
      name: `Group ${n}`,
      devices: [],
      storyboardId: null,
      schedule: { timezone: 'Etc/GMT-2', slots: [] },
    }),
    make: async (admin) => (await makeGroup(admin)).id,
  },
}

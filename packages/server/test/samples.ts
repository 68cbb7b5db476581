import { makeGroup, makeLayout, makeStoryboard, page } from './content.ts'
import type { Caller } from './harness.ts'
import { FACTS } from './screen.ts'
import { form, picture, upload } from './uploads.ts'

/** What the laws need of an entity: a valid body to create it with, and an existing row's id. */
export interface Sample {
  /** A valid body for create and update, made for an organization; names differ by `n`. */
  body?(n: number): Record<string, unknown>
  /** Makes one in the caller's organization and answers its id. */
  make(admin: Caller, superAdmin: Caller): Promise<string>
}

let made = 0

/**
 * By the first names of the routes (`buildings.update` → `buildings`). A route with an id in its path and no sample here fails the laws, so a
 * new entity cannot forget them.
 */
export const samples: Record<string, Sample> = {
  organizations: {
    body: (n) => ({
      name: `Org ${n}`,
      adminFirstName: 'A',
      adminLastName: 'B',
      email: `a${n}@law.test`,
      password: 'password-1',
      origins: [],
    }),
    make: async (admin) => (await admin.api.auth.profile()).profile.organizationId,
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
  buildings: {
    body: (n) => ({ name: `House ${n}`, location: 'Here', floors: [{ name: 'Ground' }] }),
    make: async (admin) => {
      const body = { name: `House ${++made}`, location: 'Here', floors: [{ name: 'Ground' }] }
      return (await admin.api.buildings.create({ body })).building.id
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
  storyboards: {
    body: (n) => ({
      name: `Storyboard ${n}`,
      type: 'designed',
      items: [{ layoutId: 'nowhere', duration: 5 }],
    }),
    make: async (admin) => (await makeStoryboard(admin)).id,
  },
  devices: {
    body: (n) => ({ name: `Screen ${n}`, code: 'BCDFGH', storyboardId: 'nowhere' }),
    make: async (admin) => {
      const { code } = await admin.api.player.startPairing({ body: { screen: FACTS } })
      return (await admin.api.devices.claim({ body: { code, name: `Screen ${++made}` } })).device.id
    },
  },
  cases: {
    body: (n) => ({ subject: `Case ${n}`, text: 'It is black', kind: 'screen', status: 'closed' }),
    make: async (admin) => {
      const body = { subject: 'Black', text: 'It is black', kind: 'screen' } as const
      return (await admin.api.cases.create({ body })).case.id
    },
  },
  deviceConfigurations: {
    body: (n) => ({ name: `Configuration ${n}`, hours: null, volume: 10, orientation: 90, devices: [] }),
    make: async (admin) => {
      const body = { name: `Configuration ${++made}` }
      return (await admin.api.deviceConfigurations.create({ body })).configuration.id
    },
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

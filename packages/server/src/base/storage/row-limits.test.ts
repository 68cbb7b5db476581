import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { afterEach, describe, expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { ROW_LIMITS } from './queries.ts'

/** Routes with which people create things, and what else keeps one from creating them without an end. */
const LIMITED_ELSEWHERE: Record<string, string> = {
  'organizations.create': 'super admins only',
  'licences.create': 'super admins only',
  'users.create': 'passwords are hashed slowly; the address of the organization has to be verified',
  'allowedSites.add': 'ALLOWED_SITES_MAX',
  'emailDomains.add': 'DOMAINS_MAX',
  'screenFields.create': 'SCREEN_FIELDS_MAX',
  'webhooks.create': 'WEBHOOKS_MAX',
  'media.upload': 'the storage of the organization',
  'media.startUpload': 'the storage of the organization',
  'decks.create': 'the storage of the organization',
  'thumbnails.create': 'the storage of the organization',
  'thumbnails.createOfLayout': 'the storage of the organization',
  'sources.create': 'SOURCES_MAX',
  'layouts.create': 'PAGES_PER_ORGANIZATION',
  'cards.create': 'PAGES_PER_ORGANIZATION',
  'cards.duplicate': 'PAGES_PER_ORGANIZATION',
  'designs.create': 'PAGES_PER_ORGANIZATION',
  'storyboards.create': 'STORYBOARDS_MAX',
  'localContent.create': 'STORYBOARDS_MAX, LOCAL_PLACES_MAX, and PAGES_PER_ORGANIZATION',
  'shelf.slideShow': 'STORYBOARDS_MAX, and PAGES_PER_ORGANIZATION',
  'devices.claim': 'seats of licenses',
  'takeovers.start': 'ACTIVE_MAX',
  'comments.create': 'COMMENTS_MAX, and ROW_LIMITS.comments',
  'comments.reply': 'COMMENT_REPLIES_MAX, and ROW_LIMITS.comment_replies',
  'cases.create': 'sixty an hour',
  'cases.reply': 'sixty an hour',
  'alerts.create': 'ALERT_RULES_MAX',
  'apiKeys.create': 'KEYS_MAX',
  'roles.create': 'CUSTOM_ROLES_MAX',
  'parts.create': 'PARTS_MAX',
  'passkeys.create': 'PASSKEYS_MAX of a person',
  'triggers.create': 'TRIGGERS_MAX',
  'layoutImports.import': 'PAGES_PER_ORGANIZATION, SOURCES_MAX, media, and folders',
  'archives.create': 'EXPORTS_MAX',
  'archives.import': 'super admins only, IMPORTS_MAX',
}

const LIMITED = {
  'buildings.create': 'buildings',
  'media.createFolder': 'folders',
  'webMedia.create': 'media',
  'deviceGroups.create': 'device_groups',
  'deviceConfigurations.create': 'device_configurations',
  'styles.create': 'styles',
} as const satisfies Record<string, keyof typeof ROW_LIMITS>

describe('rows of an organization', () => {
  const server = useServer()
  const before = structuredClone(ROW_LIMITS)
  afterEach(() => void Object.assign(ROW_LIMITS, structuredClone(before)))
  const limit = (table: keyof typeof ROW_LIMITS, most: number) => {
    ROW_LIMITS[table].most = most
  }

  it('are limited, whatever route creates them', () => {
    const creating = routesOf(contract)
      .filter(({ route: { status, who } }) => status === 201 && typeof who === 'object')
      .map(({ name }) => name)
    const known = [...Object.keys(LIMITED_ELSEWHERE), ...Object.keys(LIMITED)]
    expect(creating.filter((name) => !known.includes(name))).toEqual([])
  })

  const routes = routesOf(contract)
  it.each(Object.entries(LIMITED))('of %s are no more than the limit', async (name, table) => {
    const admin = await server().organization()
    const found = routes.find((each) => each.name === name)
    const bodyOf: Record<string, (n: number) => object> = {
      'media.createFolder': (n) => ({ name: `Folder ${n}` }),
      'deviceGroups.create': (n) => ({ name: `Group ${n}`, devices: [], storyboardId: null }),
    }
    const body = bodyOf[name] ?? samples[name.split('.')[0] ?? '']?.body
    const create = async (n: number) => (await admin.call('POST', found?.route.path ?? '', body?.(n))).status
    limit(table, 1)
    expect([await create(1), await create(2)]).toEqual([201, 413])
    limit(table, 2)
    expect(await create(2)).toBe(201)
  })

  it('count floors of all buildings, also of those that are saved again', async () => {
    const admin = await server().organization()
    const floors = ['Ground', 'First'].map((name) => ({ name }))
    const body = { name: 'House', location: 'Here', floors }
    limit('floors', 2)
    const { building } = await admin.api.buildings.create({ body })
    const params = { id: building.id }
    const more = { ...body, floors: [...building.floors, { name: 'Second' }] }
    expect((await refused(admin.api.buildings.update({ params, body: more }))).errKey).toBe('STORAGE_LIMIT')
    await admin.api.buildings.update({ params, body: { ...body, floors: building.floors } })
  })

  it('count what returns from the trash', async () => {
    const admin: Caller = await server().organization()
    const group = await makeGroup(admin)
    await admin.api.deviceGroups.remove({ params: { id: group.id } })
    await makeGroup(admin)
    limit('device_groups', 1)
    const restored = admin.api.trash.restore({ params: { id: group.id } })
    expect((await refused(restored)).errKey).toBe('STORAGE_LIMIT')
  })
})

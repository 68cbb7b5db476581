import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#test/ask.ts'
import { type Caller, useServer } from '#test/harness.ts'

type Row = `${string}-${number}`
type Body = Record<string, unknown>

interface Entity {
  path: string
  /** Defaults to `path/create`. */
  create?: string
  /** The key of a list's answer and of one entity's. */
  list: string
  one: string
  by: 'admin' | 'superAdmin'
  /** What its form sends. */
  body: (name: string) => Body
  /** What a read answers for it; absent: every text of `body`. */
  read?: (name: string) => Body
  rows: Record<'list' | 'get' | 'create' | 'update' | 'remove', Row> & { key?: Row }
}

const WIDGET = {
  id: 'w1',
  type: 'text',
  name: 'Text 1',
  zIndex: 1,
  width: 320,
  height: 150,
  transform: 'translate(10px, 20px)',
}
const page = (name: string) => ({
  name,
  width: 1920,
  height: 1080,
  widgets: [{ ...WIDGET, name }],
  config: { inputs: [{ name: 'w1-text', value: name }] },
})

/**
 * The five calls of every entity, by a client built from the specification alone: methods, paths, and keys are
 * written out, mixed slashes and spellings included.
 */
describe('the entities of the specification', () => {
  const server = useServer()
  const callers: Record<string, Caller & { organizationId: string }> = {}
  const who = (name: string): Caller & { organizationId: string } => {
    const found = callers[name]
    if (!found) throw new Error(name)
    return found
  }
  let layoutId = ''

  beforeAll(async () => {
    const admin = await server().organization()
    const { profile } = (await ask(await server().signIn(), 'GET', '/auth/profile')) as unknown as {
      profile: { organizationId: string }
    }
    Object.assign(callers, {
      admin,
      superAdmin: Object.assign(await server().signIn(), { organizationId: profile.organizationId }),
    })
    const made = (await ask(admin, 'POST', '/layout', page('Of storyboards'))) as unknown as {
      layout: { id: string }
    }
    layoutId = made.layout.id
  })

  const ENTITIES: Record<string, Entity> = {
    users: {
      path: '/user',
      list: 'users',
      one: 'user',
      by: 'admin',
      body: (name) => ({
        firstName: name,
        lastName: 'Person',
        email: `${name.toLowerCase()}@entities.test`,
        role: '2',
        permissions: ['media'],
        password: 'Sunny-days-4',
      }),
      read: (name) => ({
        firstName: name,
        lastName: 'Person',
        email: `${name.toLowerCase()}@entities.test`,
        role: '2',
        permissions: ['media'],
      }),
      rows: { list: 'C-020', get: 'C-021', create: 'C-022', update: 'C-023', remove: 'C-024', key: 'C-040' },
    },
    organizations: {
      path: '/organizations',
      list: 'organizations',
      one: 'organization',
      by: 'superAdmin',
      body: (name) => ({
        name: `${name} & Sons`,
        adminFirstName: 'Ada',
        adminLastName: 'Admin',
        email: `${name.toLowerCase()}@sons.test`,
        password: 'Sunny-days-4',
      }),
      read: (name) => ({ name: `${name} & Sons` }),
      rows: { list: 'C-025', get: 'C-026', create: 'C-027', update: 'C-028', remove: 'C-029', key: 'C-041' },
    },
    buildings: {
      path: '/buildings',
      list: 'buildings',
      one: 'building',
      by: 'admin',
      body: (name) => ({ name, location: `${name} street`, floors: [{ name: 'Ground' }] }),
      read: (name) => ({ name, location: `${name} street`, floors: [{ name: 'Ground' }] }),
      rows: { list: 'C-030', get: 'C-031', create: 'C-032', update: 'C-033', remove: 'C-034', key: 'C-042' },
    },
    licences: {
      path: '/licences',
      list: 'licences',
      one: 'licence',
      by: 'superAdmin',
      body: (name) => ({
        number: `CALLS-${name}`,
        devicesCount: name.length,
        expiresAt: '2031-12-31',
        organizationId: who('admin').organizationId,
      }),
      rows: { list: 'C-035', get: 'C-036', create: 'C-037', update: 'C-038', remove: 'C-039', key: 'C-043' },
    },
    'device groups': {
      path: '/device-groups',
      list: 'devicesGroups',
      one: 'deviceGroup',
      by: 'admin',
      body: (name) => ({ name, organizationId: who('admin').organizationId }),
      rows: { list: 'C-047', get: 'C-048', create: 'C-050', update: 'C-051', remove: 'C-052', key: 'C-053' },
    },
    storyboards: {
      path: '/storyboards',
      list: 'storyboards',
      one: 'storyboard',
      by: 'admin',
      body: (name) => ({ name, type: 'designed', items: [{ layoutId, duration: name.length }] }),
      rows: { list: 'C-071', get: 'C-072', create: 'C-075', update: 'C-076', remove: 'C-077' },
    },
    cards: {
      path: '/cards',
      list: 'cards',
      one: 'card',
      by: 'admin',
      body: page,
      rows: { list: 'C-079', get: 'C-080', create: 'C-081', update: 'C-082', remove: 'C-083' },
    },
    layouts: {
      path: '/layout',
      create: '/layout',
      list: 'layoutList',
      one: 'layout',
      by: 'admin',
      body: page,
      rows: { list: 'C-092', get: 'C-091', create: 'C-093', update: 'C-094', remove: 'C-095', key: 'C-096' },
    },
  }

  describe.each(Object.entries(ENTITIES))('%s', (_name, entity) => {
    const { path, create = `${path}/create`, list, one, rows, body, read = body } = entity
    const call = (method: string, address: string, sent?: object, status?: number) =>
      ask(who(entity.by), method as 'GET', address, sent, status) as Promise<Record<string, unknown>>
    let made = 0
    /** Creates another one. */
    const another = async () => {
      made += 1
      const name = `Number${'x'.repeat(made)}`
      const answer = await call('POST', create, body(name))
      const { id } = answer[one] as { id: string }
      return { id, name, answer }
    }
    const all = async () => ((await call('GET', path))[list] ?? []) as { id: string }[]

    it(`${rows.create}: POST ${create} stores the values sent`, async () => {
      const { id, name, answer } = await another()
      expect(answer[one]).toMatchObject({ id: expect.any(String), ...read(name) })
      expect((await all()).filter((each) => each.id === id)).toHaveLength(1)
    })
    it(`${rows.list}: GET ${path} lists everything that was created`, async () => {
      const ids = [(await another()).id, (await another()).id]
      const found = (await all()).map(({ id }) => id)
      expect(found).toEqual(expect.arrayContaining(ids))
      expect(new Set(found).size).toBe(found.length)
    })
    it(`${rows.get}: GET ${path}/{id} answers that one`, async () => {
      const [one1, one2] = [await another(), await another()]
      expect((await call('GET', `${path}/${one1.id}`))[one]).toMatchObject({
        id: one1.id,
        ...read(one1.name),
      })
      expect((await call('GET', `${path}/${one2.id}`))[one]).toMatchObject({
        id: one2.id,
        ...read(one2.name),
      })
    })
    it(`${rows.update}: PUT ${path}/{id} changes it, and nothing else`, async () => {
      const [changed, kept] = [await another(), await another()]
      const name = `Changed${'y'.repeat(made)}`
      await call('PUT', `${path}/${changed.id}`, body(name))
      expect((await call('GET', `${path}/${changed.id}`))[one]).toMatchObject({
        id: changed.id,
        ...read(name),
      })
      expect((await call('GET', `${path}/${kept.id}`))[one]).toMatchObject(read(kept.name))
    })
    it(`${rows.remove}: DELETE ${path}/{id} removes it, and nothing else`, async () => {
      const [removed, kept] = [await another(), await another()]
      const hint = { organizationId: who('admin').organizationId }
      expect(await call('DELETE', `${path}/${removed.id}`, one === 'deviceGroup' ? hint : {})).toEqual({
        id: removed.id,
      })
      await call('GET', `${path}/${removed.id}`, undefined, 404)
      const left = (await all()).map(({ id }) => id)
      expect(left).toContain(kept.id)
      expect(left).not.toContain(removed.id)
    })
    if (rows.key)
      it(`${rows.key}: answers have the keys ${list} and ${one}`, async () => {
        const { id, answer } = await another()
        expect(Object.keys(await call('GET', path))).toEqual([list])
        expect(Object.keys(answer)).toEqual([one])
        expect(Object.keys(await call('GET', `${path}/${id}`))).toEqual([one])
      })
  })
})

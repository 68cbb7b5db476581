import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { scoped } from '#db/scoped.ts'
import {
  type ArchivedRow,
  endedArchive,
  exported,
  imported,
  rowsOfArchive,
  unzipped,
} from '#test/archives.ts'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { row } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'
import { sendUpload, uploadOne } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'
import { createArchive, deleteArchive, IMPORTS_MAX } from './queries.ts'

const server = useServer()
let admin: Caller & { organizationId: string }
let superAdmin: Caller
let archive: Buffer
let mediaId: string

beforeAll(async () => {
  admin = await server().organization()
  superAdmin = await server().signIn()
  ;({ id: mediaId } = await uploadOne(admin))
  const { id } = await makeStoryboard(admin)
  const group = await makeGroup(admin, id)
  await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
  archive = await exported(server(), admin.organizationId)
})

const sent = (caller: Caller, content: Buffer) => sendUpload(server(), caller, content)

describe('moving an organization', () => {
  it('exports by a job, for a download with ranges, and imports by a super admin', async () => {
    const made = (await admin.api.archives.create({ body: {} })).archive
    const done = await endedArchive(admin, made.id)
    expect(done).toMatchObject({ kind: 'export', state: 'done', error: null })
    const response = await fetch(`${server().origins.console}/api/archives/${made.id}/file`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const content = Buffer.from(await response.arrayBuffer())
    expect([response.status, content.length]).toEqual([200, done.size])
    expect(response.headers.get('content-disposition')).toContain('.zip')
    const uploadId = await sent(superAdmin, content)
    const theirs = await superAdmin.call('POST', '/archives/import', { uploadId: await sent(admin, content) })
    expect(theirs.status).toBe(400)
    const started = (await superAdmin.api.archives.import({ body: { uploadId, name: 'Moved' } })).archive
    const report = (await endedArchive(superAdmin, started.id)).report
    expect(report).toMatchObject({ organization: { name: 'Moved' }, files: 1 })
    expect(report?.takenEmails).toHaveLength(1)
    const { organizations } = await superAdmin.api.organizations.list({ query: { search: 'Moved' } })
    expect(organizations).toMatchObject([{ usersCount: 0, devicesCount: 1 }])
    const entries = await superAdmin.call('GET', `/audit?organizationId=${organizations[0]?.id}`)
    expect(JSON.stringify(entries.body)).toContain('archives.import')
  })

  it('is for administrators of the whole organization, and importing for super admins', async () => {
    const user = await server().user(admin)
    expect((await user.call('GET', '/archives')).status).toBe(403)
    expect((await user.call('POST', '/archives', {})).status).toBe(403)
    expect((await admin.call('POST', '/archives/import', { uploadId: 'nowhere' })).status).toBe(403)
    const { archive: own } = await admin.api.archives.create({ body: {} })
    await endedArchive(admin, own.id)
    const stranger = await server().organization()
    expect((await stranger.call('GET', `/archives/${own.id}/file`)).status).toBe(404)
    expect((await stranger.call('DELETE', `/archives/${own.id}`)).status).toBe(404)
    expect((await stranger.api.archives.list()).archives).toEqual([])
    await admin.api.archives.remove({ params: { id: own.id } })
    expect((await admin.call('GET', `/archives/${own.id}/file`)).status).toBe(404)
  })

  it('moves the home organization, whose super admins become administrators', async () => {
    const { organizationId } = (await superAdmin.api.auth.profile()).profile
    const home = await exported(server(), organizationId)
    const roles = (await rowsOfArchive(home)).get('users')?.map(({ role }) => role)
    expect(roles).toContain('1')
    expect(roles).not.toContain('0')
    const { organization } = await imported(server(), home, 'From home')
    expect(organization.name).toBe('From home')
  })

  it('leaves screens unpaired, and people without a password', async () => {
    const { organization } = await imported(server(), archive, 'Unpaired')
    const { devices } = await superAdmin.api.devices.list({ query: { organizationId: organization.id } })
    expect(devices).toMatchObject([{ connection: 'never', licenceId: null }])
    expect(devices[0]?.deviceGroup).not.toBeNull()
  })

  it('takes roles with the ids of their places, also from an archive whose roles have one scope', async () => {
    const own = await server().organization()
    const group = await makeGroup(own)
    const scope = { places: { buildings: [], floors: [], groups: [group.id] }, folders: null }
    const rows = [row({ devices: 'write' }, scope), row({ devices: 'read' })]
    await own.api.roles.create({ body: { name: 'Manager', rows } })
    const now = await exported(server(), own.organizationId)
    const earlier = await changed(
      (tables) => {
        const role = first(tables, 'custom_roles')
        const [{ levels, scope: chosen }] = JSON.parse(String(role.rows))
        delete role.rows
        Object.assign(role, { levels: JSON.stringify(levels), scope: JSON.stringify(chosen) })
      },
      { of: now },
    )
    for (const [name, from, count] of [
      ['Of rows', now, 2],
      ['Of one scope', earlier, 1],
    ] as const) {
      const { organization } = await imported(server(), from, name)
      const query = { organizationId: organization.id }
      const { roles } = await superAdmin.api.roles.list({ query })
      const { devicesGroups } = await superAdmin.api.deviceGroups.list({ query })
      const groups = devicesGroups.map(({ id }) => id)
      const moved = { ...scope, places: { ...scope.places, groups } }
      expect(groups).not.toContain(group.id)
      expect(roles[0]?.rows).toEqual([{ ...rows[0], scope: moved }, rows[1]].slice(0, count))
    }
  })

  it('keeps strict approval: what waits there waits here, and the rest stays approved', async () => {
    const strict = await server().organization()
    const [waits, stays] = [await makeStoryboard(strict), await makeStoryboard(strict)]
    const params = { id: strict.organizationId }
    await strict.api.approvals.saveSettings({
      params,
      body: { mode: 'strict', fourEyes: false, days: null },
    })
    const { layoutId = '' } = waits.items[0] ?? {}
    const { layout } = await strict.api.layouts.get({ params: { id: layoutId } })
    await strict.api.layouts.update({
      params: { id: layoutId },
      body: { ...page('Later'), name: layout.name },
    })
    const report = await imported(server(), await exported(server(), strict.organizationId), 'Strict')
    expect(report.waiting).toBe(1)
    const copies = await server()
      .services.database.selectFrom('approved_copies')
      .select(['kind', 'name', 'waitsSince', 'copy'])
      .where('organizationId', '=', report.organization.id)
      .orderBy('name')
      .execute()
    expect(copies.filter(({ waitsSince }) => waitsSince !== null).map(({ name }) => name)).toEqual([
      waits.name,
    ])
    expect(
      copies.filter(({ kind, copy }) => kind === 'storyboard' && copy !== null).map(({ name }) => name),
    ).toEqual([stays.name])
  })
})

type Change = (
  tables: Map<string, ArchivedRow[]>,
  files: Map<string, Buffer>,
  manifest: Record<string, unknown>,
) => void

/** The archive with other contents, and a manifest that fits to them. */
async function changed(change: Change, { fits = true, of = archive } = {}): Promise<Buffer> {
  const [tables, all] = [await rowsOfArchive(of), await unzipped(of)]
  const manifest = JSON.parse(String(all.get('manifest.json')))
  const files = new Map([...all].filter(([name]) => name.startsWith('files/')))
  change(tables, files, manifest)
  const texts = [...tables].map(([table, rows]) => {
    const content = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    if (fits && manifest.tables[table])
      manifest.tables[table] = {
        rows: rows.length,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }
    return { name: `tables/${table}.jsonl`, content }
  })
  if (fits) manifest.files.count = files.size
  return zipOf([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    ...texts,
    ...[...files].map(([name, content]) => ({ name, content })),
  ])
}

const first = (tables: Map<string, ArchivedRow[]>, table: string): ArchivedRow => {
  const row = tables.get(table)?.[0]
  if (!row) throw new Error(`No ${table}`)
  return row
}

/** What nothing may be left of. */
const footprint = async () => {
  const { database } = server().services
  const counts: Record<string, number> = {}
  for (const table of ['organizations', 'users', 'media', 'pages', 'devices', 'references'] as const) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database)
    counts[table] = Number(rows[0]?.n)
  }
  const incoming = path.join(server().folder, 'files', 'incoming')
  return { counts, incoming: await readdir(incoming).catch(() => []) }
}

describe('a hostile archive is refused in a sentence, with nothing half done', () => {
  const HOSTILE: Record<string, { make: () => Promise<Buffer> | Buffer; says: RegExp }> = {
    'no zip': { make: () => Buffer.from('hello'), says: /isn't an archive/ },
    'another zip': { make: () => zipOf([{ name: 'index.html', content: 'x' }]), says: /isn't an archive/ },
    'a truncated archive': {
      make: () => archive.subarray(0, archive.length - 200),
      says: /isn't an archive/,
    },
    'a newer version': {
      make: () => changed((_, __, manifest) => (manifest.version = 2)),
      says: /newer version/,
    },
    'a path that leads out': {
      make: () => zipOf([{ name: 'manifest.json', content: '{}' }, { name: '../../etc/passwd' }]),
      says: /damaged/,
    },
    'a table with other rows than declared': {
      make: () => changed((tables) => (first(tables, 'devices').name = 'Other'), { fits: false }),
      says: /aren't those|another length/,
    },
    'a file with other bytes': {
      make: () =>
        changed((_, files) => {
          for (const [name, content] of files) files.set(name, Buffer.alloc(content.length))
        }),
      says: /isn't the one that was exported/,
    },
    'a file that is missing': {
      make: () => changed((_, files) => files.clear()),
      says: /is missing/,
    },
    'a file that no row names': {
      make: () => changed((_, files) => files.set(`files/${'a'.repeat(64)}`, Buffer.from('x'))),
      says: /no row names/,
    },
    'a table that unpacks to gigabytes': {
      make: async () => {
        const bomb = await changed(
          (_, __, manifest) => {
            const { tables } = manifest as { tables: Record<string, { bytes: number }> }
            for (const each of Object.values(tables)) each.bytes = 2 ** 30
          },
          { fits: false },
        )
        return bomb
      },
      says: /more rows than/,
    },
    'a table that unpacks to more than it says': {
      make: async () => {
        const all = await unzipped(archive)
        const [name, bomb] = ['tables/tags.jsonl', Buffer.alloc(50_000_000, ' ')]
        const others = [...all].filter(([each]) => each !== name)
        return zipOf([
          ...others.map(([each, content]) => ({ name: each, content })),
          { name, content: bomb, packed: true, size: 0 },
        ])
      },
      says: /tags/,
    },
    'a row with the id of another organization as its group': {
      make: async () => {
        const stranger = await server().organization()
        const group = await makeGroup(stranger)
        return changed((tables) => (first(tables, 'devices').deviceGroupId = group.id))
      },
      says: /leads to a row of device_groups/,
    },
    'a page with the media of another organization': {
      make: async () => {
        const stranger = await server().organization()
        const { id } = await uploadOne(stranger)
        return changed((tables) => {
          const row = first(tables, 'pages')
          const document = JSON.parse(String(row.document))
          document.widgets[0].type = 'media-looper'
          document.config.inputs = [{ name: 'w1-media', value: [{ mediaId: id, duration: 5 }] }]
          row.document = JSON.stringify(document)
        })
      },
      says: /can't be saved/,
    },
    'a schedule with the storyboard of another organization': {
      make: async () => {
        const { id } = await makeStoryboard(await server().organization())
        return changed((tables) => {
          const row = first(tables, 'device_groups')
          row.programme = JSON.stringify({ ...JSON.parse(String(row.programme)), defaultStoryboardId: id })
        })
      },
      says: /storyboard that isn't in it/,
    },
    'two rows with one id': {
      make: () => changed((tables) => tables.get('tags')?.push({ ...first(tables, 'devices'), name: 'x' })),
      says: /same id|columns/,
    },
    'a document that no page may have': {
      make: () => changed((tables) => (first(tables, 'pages').document = '{"widgets":[]}')),
      says: /can't be saved/,
    },
    'a document that is too long': {
      make: () =>
        changed((tables) => {
          const row = first(tables, 'pages')
          const document = JSON.parse(String(row.document))
          document.config.inputs = [{ name: 'w1-text', value: 'x'.repeat(600_000) }]
          row.document = JSON.stringify(document)
        }),
      says: /can't be saved/,
    },
    'a super admin': {
      make: () => changed((tables) => (first(tables, 'users').role = '0')),
      says: /super admin/,
    },
    'a column that archives lack': {
      make: () => changed((tables) => (first(tables, 'users').passwordHash = 'x')),
      says: /unknown columns/,
    },
    'a number instead of a name': {
      make: () => changed((tables) => (first(tables, 'devices').name = 7)),
      says: /no valid name/,
    },
    'media of another type than its file': {
      make: () => changed((tables) => (first(tables, 'media').mimetype = 'text/html')),
      says: /isn't what its type says/,
    },
    'a second organization': {
      make: () =>
        changed((tables) => {
          const id = '01900000-0000-7000-8000-000000000000'
          tables.get('organizations')?.push({ ...first(tables, 'organizations'), id })
        }),
      says: /or several/,
    },
  }

  for (const [name, { make, says }] of Object.entries(HOSTILE))
    it(name, async () => {
      const content = await make()
      const before = await footprint()
      await expect(imported(server(), content)).rejects.toThrow(says)
      expect(await footprint()).toEqual(before)
    })

  it('is named in the list, and its upload is gone', async () => {
    const uploadId = await sent(superAdmin, Buffer.from('not a zip'))
    const { id } = (await superAdmin.api.archives.import({ body: { uploadId } })).archive
    expect(await endedArchive(superAdmin, id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining("isn't an archive"),
    })
    expect((await superAdmin.call('POST', '/archives/import', { uploadId })).status).toBe(400)
  })

  it('lets a few imports wait', async () => {
    const organizationId = (await superAdmin.api.auth.profile()).profile.organizationId
    const { database, clock } = server().services
    const row = { organizationId, kind: 'import', name: '', userId: 'x', author: 'x', sha256: null } as const
    const make = () =>
      inTransaction(database, (tx) =>
        createArchive(scoped(tx, organizationId), { ...row, size: null }, clock.now()),
      )
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push(await make())
    await expect(make()).rejects.toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
    for (const id of made) await deleteArchive(database, id)
  })

  it('an upload of a refused import can be imported later', async () => {
    const uploadId = await sent(superAdmin, Buffer.from('not a zip'))
    const { database, clock } = server().services
    const { id, organizationId } = (await superAdmin.api.auth.profile()).profile
    const row = { organizationId, kind: 'import', name: '', userId: id, author: '', sha256: null } as const
    const waiting: string[] = []
    for (let n = 0; n < IMPORTS_MAX; n++)
      waiting.push(await createArchive(scoped(database, organizationId), { ...row, size: null }, clock.now()))
    expect((await superAdmin.call('POST', '/archives/import', { uploadId })).status).toBe(429)
    for (const each of waiting) await deleteArchive(database, each)
    const { archive } = await superAdmin.api.archives.import({ body: { uploadId } })
    expect((await endedArchive(superAdmin, archive.id)).error).toMatch(/archive/)
  })

  it('an export says which file is missing', async () => {
    const { sha256 } = await server()
      .services.database.selectFrom('media')
      .select('sha256')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    await server().services.blobs.delete(sha256)
    await expect(exported(server(), admin.organizationId)).rejects.toThrow(/file of a.png is missing/)
  })
})

import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import type { Field, Fields } from '@vitrine/contract/fields/field'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { tenantColumn } from '#db/schema.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { REFUSALS } from '#test/refusals.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

/** Ids inside documents that aren't references, by table, column, and key. */
const LEFT: Record<string, string> = {
  'pages.document target': 'a screen can always be disconnected; saving warns of the target',
  'pages.document layoutId': 'works inside one storyboard, which keeps its layouts; saving warns of it',
  'takeovers.targets ids': 'a takeover ends for screens and groups that are deleted',
  'identity_providers.groups roleId': 'deleting a role that is in use takes another one for its groups',
  'device_groups.wall screens': 'a screen that leaves the group leaves the wall',
}
/** Tables about what was: restoring an earlier version or a deleted item drops what no longer exists. */
const HISTORY = ['changes', 'device_states', 'outbox', 'page_versions', 'saved_versions', 'trash_rows']
/** Documents with references. */
const DOCUMENTS = [
  'device_groups.nextProgramme',
  'device_groups.programme',
  'media.web',
  'package_versions.model',
  'pages.document',
  'storyboards.approved',
  'storyboards.items',
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const DELETED = [
  { name: 'device_groups', path: (id: unknown) => `/device-groups/${id}` },
  { name: 'storyboards', path: (id: unknown) => `/storyboards/${id}` },
  { name: 'pages', path: (id: unknown, kind: unknown) => `/${kind === 'card' ? 'cards' : 'layout'}/${id}` },
  { name: 'media', path: (id: unknown) => `/media/${id}` },
  { name: 'buildings', path: (id: unknown) => `/buildings/${id}` },
]

interface Found {
  table: string
  column: string
  /** The item whose document it is. */
  item: string
  key: string
  id: string
}

describe('ids inside stored documents', () => {
  const server = useServer()
  const admins = new Map<string, Caller>()
  let rows: Map<string, Record<string, unknown>[]>
  let ids: Set<string>
  let found: Found[]
  let references: { fromKind: string; fromId: string; toKind: string; toId: string }[]

  beforeAll(async () => {
    const superAdmin = await server().signIn()
    const newAdmin = async () => {
      const admin = await server().organization()
      admins.set(admin.organizationId, admin)
      return admin
    }
    for (const { make } of Object.values(REFUSALS)) await make(await newAdmin(), superAdmin, server())
    await everyWidget(await newAdmin())
    const { database } = server().services
    rows = new Map()
    for (const { name } of await database.introspection.getTables())
      if (tenantColumn(name) !== null)
        rows.set(
          name,
          (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database)).rows,
        )
    ids = new Set([...rows].flatMap(([, own]) => own.map(({ id }) => String(id))))
    found = [...rows].flatMap(([table, own]) => own.flatMap((row) => idsIn(table, row)))
    references = (rows.get('references') ?? []) as typeof references
  })

  /** Sets every field of every widget that can hold an id. */
  async function everyWidget(admin: Caller & { organizationId: string }): Promise<void> {
    const { id: mediaId } = await uploadOne(admin)
    const { id: storyboardId } = await makeStoryboard(admin)
    const { deviceId } = await TestScreen.claim(server(), admin, { name: 'Lobby' })
    const file = { name: 'menu.csv', content: btoa('Dish,Price\nTea,3\n') }
    await admin.api.sources.create({ body: { name: 'Menu', kind: 'csv', file } })
    const { id: layoutId } = await makeLayout(admin)
    const next = {
      ...{ event: 'CLICK_TOUCH', target: '', type: 'LAYOUT', verb: 'LOAD_NEXT_MEDIA' },
      props: { layoutId, layoutName: '', mediaZoneId: 'w1', mediaOrder: null },
    }
    const loading = (target: string) => ({
      ...{ event: 'CLICK_TOUCH', target, type: 'SYSTEM', verb: 'LOAD_STORYBOARD' },
      props: { storyboardId, storyboardName: '' },
    })
    const sampleOf = (field: Field): unknown => {
      if (field.type === 'attachment') return [{ mediaId }]
      if (field.type === 'media-zone') return [{ mediaId, duration: 5 }]
      if (field.type === 'actions') return [loading(''), loading(deviceId), next]
      if (field.type === 'group') return [samplesOf(field.item)]
      if (field.type === 'lookup') return field.lookup === SOURCES_LOOKUP ? 'Menu' : undefined
      return 'bound' in field && field.bound
        ? '{Menu: Price of Tea}'
        : field.type === 'textbox'
          ? 'x'
          : undefined
    }
    const samplesOf = (fields: Fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => {
          const value = sampleOf(field)
          const isText = field.type === 'textbox' && 'format' in field
          return value === undefined || isText ? [] : [[name, value]]
        }),
      )
    for (const [type, fields] of Object.entries(WIDGET_FIELDS)) {
      const inputs = Object.entries(samplesOf(fields)).map(([name, value]) => ({ name: `w1-${name}`, value }))
      const widgets = page().widgets.map((widget) => ({ ...widget, type }))
      await makeLayout(admin, { ...page(), widgets, config: { inputs } })
    }
    const group = await makeGroup(admin, storyboardId)
    const size = { columns: 2, rows: 1, panelWidth: 500, panelHeight: 300, gapX: 0, gapY: 0 }
    const { id: another } = await makeStoryboard(admin)
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: {
        ...{ name: group.name, storyboardId: another, devices: [deviceId] },
        wall: { ...size, screens: [deviceId, null] },
      },
    })
    const targets = { kind: 'devices' as const, ids: [deviceId] }
    const body = { title: 'Fire', text: '', storyboardId, targets, endsAt: server().clock.now() + 60_000 }
    await admin.api.takeovers.start({ body })
  }

  function idsIn(table: string, row: Record<string, unknown>): Found[] {
    const own: Found[] = []
    const item = String(table === 'package_versions' ? row.packageId : row.id)
    for (const [column, text] of Object.entries(row))
      if (typeof text === 'string' && /^[[{]/.test(text))
        walk(JSON.parse(text), '', (key, id) => {
          if (ids.has(id) && id !== item) own.push({ table, column, item, key, id })
        })
    return own
  }

  function walk(value: unknown, key: string, look: (key: string, id: string) => void): void {
    if (typeof value === 'string' && UUID.test(value)) look(key, value)
    else if (Array.isArray(value)) for (const each of value) walk(each, key, look)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) walk(each, name, look)
  }

  it('are references', () => {
    const known = new Set(references.map(({ fromId, toId }) => `${fromId} ${toId}`))
    const inDocuments = found.filter(({ table }) => !HISTORY.includes(table))
    const isLeft = ({ table, column, key }: Found) => `${table}.${column} ${key}` in LEFT
    expect(inDocuments.filter((one) => !isLeft(one) && !known.has(`${one.item} ${one.id}`))).toEqual([])
    // The sample has an id in each kind of document.
    const unique = (texts: string[]) => [...new Set(texts)].sort()
    expect(
      unique(inDocuments.filter(isLeft).map(({ table, column, key }) => `${table}.${column} ${key}`)),
    ).toEqual(Object.keys(LEFT).sort())
    expect(
      unique(inDocuments.filter((one) => !isLeft(one)).map(({ table, column }) => `${table}.${column}`)),
    ).toEqual(DOCUMENTS)
  })

  it('are all references: each leads from an item to an id inside its document', () => {
    const texts = new Map<string, string>()
    // A storyboard plays what places show in its slots, which name it.
    const filledBy = ({ slot, madeFor }: Record<string, unknown>) => (slot ? madeFor : undefined)
    for (const [table, own] of rows)
      for (const row of own)
        if (table !== 'references')
          for (const id of new Set([row.id, row.packageId, filledBy(row)].map(String)))
            texts.set(id, `${texts.get(id) ?? ''} ${Object.values(row).join(' ')}`.toLowerCase())
    const stale = references.filter(({ fromId, toId }) => !texts.get(fromId)?.includes(toId.toLowerCase()))
    expect(stale).toEqual([])
    expect([...new Set(references.map(({ toKind }) => toKind))].sort()).toEqual(
      [
        'media',
        'page',
        'part',
        'place',
        'remote-storyboard',
        'screen-field',
        'source',
        'storyboard',
        'trigger',
      ].sort(),
    )
  })

  it('are forgotten with their items', async () => {
    const left = new Set(references.map(({ fromId }) => fromId))
    // What another item uses is deleted after it.
    for (const table of DELETED)
      for (const { id, organizationId, kind } of rows.get(table.name) ?? []) {
        const { status } =
          (await admins.get(String(organizationId))?.call('DELETE', table.path(id, kind))) ?? {}
        if (status !== 200) continue
        left.delete(String(id))
        for (const floor of rows.get('floors') ?? [])
          if (floor.buildingId === id) left.delete(String(floor.id))
      }
    const { database } = server().services
    const now = await database.selectFrom('references').select('fromId').distinct().execute()
    const gone = references.filter(({ fromId }) => !left.has(fromId)).map(({ fromKind }) => fromKind)
    expect([...new Set(gone)].sort()).toEqual(['device-group', 'floor', 'media', 'page', 'storyboard'])
    expect(now.filter(({ fromId }) => !left.has(fromId))).toEqual([])
  })
})

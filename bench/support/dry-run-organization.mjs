// An organization whose groups are of all kinds, and a call for each dry run that the contract has.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { signIn } from '#bench/support/start-server.mjs'

const BUILDINGS = 20
const TAGS = 8
/** Of what groups play. */
const PAGES = 8
const SLOTS = 12
const AT = '2026-01-01T00:00:00.000Z'
const PASSWORD = 'bench-sign-in-1'
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg=='
const base64 = (text) => Buffer.from(text).toString('base64')
const rules = [
  { anyTags: ['Tag 0', 'Tag 1'] },
  { noTags: ['Tag 2'] },
  { allTags: ['Tag 3', 'Tag 4'] },
  { anyTags: ['Tag 5'], noTags: ['Tag 6'] },
]
const FACTS = {
  ...{ width: 1920, height: 1080, userAgent: 'Mozilla/5.0 (Linux; Tizen 6.5)', playerVersion: '1' },
  ...{ storage: 'cache', touch: false },
}

const page = (name, { tags = [], zone, width = 1920, height = 1080 } = {}) => ({
  ...{ name, width, height },
  widgets: [
    ...Array.from({ length: 12 }, (_, n) => ({
      ...{ id: `w${n}`, type: 'text', name: `Text ${n}`, zIndex: n + 1, width: 400, height: 100 },
      transform: `translate(${(n % 4) * 450}px, ${Math.floor(n / 4) * 200}px)`,
    })),
    ...(zone
      ? [
          {
            ...{ id: 'zone', type: 'media-looper', name: 'Zone', zIndex: 20, width: 400, height: 100 },
            transform: 'translate(0px, 800px)',
          },
        ]
      : []),
  ],
  config: {
    inputs: [
      ...Array.from({ length: 12 }, (_, n) => ({
        name: `w${n}-text`,
        value: n === 0 ? `{Screen: Manager}` : `Bread and cakes ${n}`,
      })),
      ...(zone ? [{ name: 'zone-media', value: zone }] : []),
    ],
  },
  ...(tags.length > 0 && { tags }),
})

/** Makes it, with this many screens. */
export async function fillOrganization(superAdmin, { folder, screens }) {
  const person = { email: `screens-${screens}@bench.test`, password: PASSWORD }
  const { organization } = await superAdmin('POST', '/organizations/create', {
    ...{ name: `Screens ${screens}`, adminFirstName: 'Ada', adminLastName: 'Admin', ...person },
  })
  await superAdmin('POST', '/licences/create', {
    ...{ number: `B-${screens}`, devicesCount: 2 * screens, organizationId: organization.id },
  })
  const call = await signIn(superAdmin.url, person)
  const content = await fillContent(call)
  const buildings = []
  for (let n = 0; n < BUILDINGS; n++) {
    const body = { name: `House ${n}`, location: 'Here', floors: [{ name: 'Ground' }, { name: 'First' }] }
    buildings.push((await call('POST', '/buildings/create', body)).building)
  }
  const floors = buildings.flatMap((each) => each.floors.map(({ id }) => id))
  const groups = await fillGroups(call, content)
  addScreens(folder, organization.id, { screens, floors, groups })
  const devices = Array.from({ length: screens }, (_, n) => `d-${organization.id}-${n}`)
  return {
    person,
    calls: await callsOf(call, {
      ...{ ...content, groups, buildings, floors, devices, organizationId: organization.id },
    }),
  }
}

async function fillContent(call) {
  const media = await upload(call)
  const file = { name: 'queue.csv', content: base64('Name,Length\nDesk,3\n') }
  await call('POST', '/sources', { name: 'Queue', kind: 'csv', file })
  const { field } = await call('POST', '/screen-fields', { name: 'Manager', kind: 'text' })
  const { card } = await call('POST', '/cards/create', page('Card'))
  const { style } = await call('POST', '/styles', { kind: 'color', name: 'Red', value: '#aa0000' })
  const { part } = await call('POST', '/parts', page('Part', { width: 400, height: 100 }))
  const zone = [
    { mediaId: media, duration: 5, screens: rules[0] },
    { mediaId: media, duration: 5, screens: rules[1] },
  ]
  const layouts = []
  for (let n = 0; n < PAGES; n++) {
    const body = page(`Layout ${n}`, { ...(n % 2 && { zone }), width: n === 3 ? 1080 : 1920 })
    layouts.push((await call('POST', '/layout', body)).layout)
  }
  const story = async (name, items) => {
    const body = { name, type: 'designed', mode: 'AUTO', items }
    const { storyboard } = await call('POST', '/storyboards/create', body)
    return (await call('PUT', `/storyboards/${storyboard.id}/approved`, { version: storyboard.version }))
      .storyboard
  }
  const same = layouts.filter((_, n) => n !== 3)
  const slot = { id: randomUUID(), name: 'Offers', kinds: ['picture', 'page'] }
  const when = { tests: [{ of: 'source', from: 'Queue', field: 'Length of Desk', is: 'above', value: 5 }] }
  const all = same.map(({ id }) => ({ layoutId: id, duration: 5 }))
  const storyboards = {
    plain: await story('Plain', all),
    ruled: await story(
      'Ruled',
      all.map((item, n) => ({ ...item, ...(n % 2 && { screens: rules[n % rules.length] }) })),
    ),
    conditional: await story(
      'Conditional',
      all.map((item, n) => ({ ...item, ...(n % 2 && { when }) })),
    ),
    dated: await story(
      'Dated',
      all.map((item, n) => ({ ...item, ...(n % 2 && { showFrom: '2026-01-01T08:00' }) })),
    ),
    local: await story('Local', [all[0], { ...all[1], slot }, all[2]]),
    upright: await story('Upright', [{ layoutId: layouts[3].id, duration: 5 }]),
    ticker: await story('Ticker', [{ ...all[0], screens: rules[1] }, all[1]]),
  }
  return { media, field, card, style, part, layouts, storyboards, slot, all }
}

async function upload(call) {
  const form = new FormData()
  const file = new Blob([Buffer.from(DOT, 'base64')], { type: 'image/png' })
  form.append('thumbnail', file, 'thumbnail.png')
  form.append('media', file, 'dot.png')
  const headers = { authorization: `Bearer ${call.token}` }
  const sent = await fetch(`${call.url}/api/media`, { method: 'POST', headers, body: form })
  if (!sent.ok) throw new Error(`The picture was refused: ${sent.status}`)
  const answer = await sent.json()
  return (answer.media[0] ?? answer.media).id
}

/** One after another through the day, for screens by their tags. */
const slotsOf = (ids) =>
  Array.from({ length: SLOTS }, (_, n) => ({
    from: `${String((n % 12) + 1 === 12 ? 11 : (n % 12) + 1).padStart(2, '0')}:${n === 11 ? 30 : '00'} AM`,
    to: `${String((n % 12) + 1 === 12 ? 11 : (n % 12) + 1).padStart(2, '0')}:${n === 11 ? 55 : '25'} AM`,
    ...{ storyboardId: ids[n % ids.length], screens: rules[n % rules.length] },
  }))

const layersOf = (storyboardId, count) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ name: `Layer ${n}`, place: { kind: n === 0 ? 'bottom' : 'top-left' }, storyboardId },
    ...{ slots: [], screens: rules[n % rules.length] },
  }))

const scheduleOf = (of, { plain, ruled, conditional, dated, local, ticker, upright }) => ({
  timezone: 'Africa/Cairo',
  defaultStoryboardId: of.id,
  slots: slotsOf([plain, ruled, conditional, dated, local, upright].map(({ id }) => id)),
  layers: layersOf(ticker.id, 3),
})

async function fillGroups(call, { storyboards }) {
  const groups = []
  const { plain, ruled, conditional, dated, local } = storyboards
  const make = async (name, schedule, more = {}) => {
    const { deviceGroup } = await call('POST', '/device-groups/create', { name, schedule, ...more })
    groups.push(deviceGroup)
  }
  const bare = { timezone: 'Africa/Cairo', slots: [] }
  await make('Plain', { ...bare, defaultStoryboardId: plain.id })
  for (const of of [ruled, conditional, dated, local]) await make(of.name, scheduleOf(of, storyboards))
  await make('Layers', { ...bare, defaultStoryboardId: plain.id, layers: layersOf(ruled.id, 3) })
  // It has another rule than the one that is asked about.
  const rule = { screens: { allTags: TAGS_ALL }, rank: 40 }
  await make('Rule', scheduleOf(ruled, storyboards), { rule })
  return groups
}
const TAGS_ALL = Array.from({ length: TAGS }, (_, n) => `Tag ${n}`)

/** Inserts rows directly, with the library of the server in this process: through the API it would take minutes. */
function addScreens(folder, organizationId, { screens, floors, groups }) {
  const database = new Sqlite(path.join(folder, 'vitrine.db'))
  database.pragma('busy_timeout = 10000')
  const statements = new Map()
  const add = (table, row) => {
    const names = Object.keys(row)
    const text = `insert into ${table} (${names.map((each) => `"${each}"`).join(', ')}) values (${names.map((each) => `@${each}`).join(', ')})`
    if (!statements.has(text)) statements.set(text, database.prepare(text))
    statements.get(text).run(row)
  }
  const times = { createdAt: AT, updatedAt: AT }
  database.exec('begin immediate')
  for (const [n, name] of TAGS_ALL.entries())
    add('tags', { id: `t-${organizationId}-${n}`, organizationId, name, nameKey: name.toLowerCase() })
  for (let n = 0; n < screens; n++) {
    const id = `d-${organizationId}-${n}`
    const name = `Screen ${n}`
    add('devices', {
      ...{
        id,
        organizationId,
        name,
        nameKey: name.toLowerCase(),
        nameOrder: name,
        type: n % 3,
        screenSize: 1,
      },
      ...{ deviceGroupId: groups[n % groups.length].id, floorId: floors[(n * 7) % floors.length] },
      ...{ tokenHash: '', ...times },
    })
    const screen = JSON.stringify(n % 5 ? FACTS : { ...FACTS, width: 1080, height: 1920 })
    add('device_states', {
      ...{ id, organizationId, ip: '', screen, playing: null, heldGroup: '', heldDevice: '' },
      ...{ shownGroup: '', shownDevice: '', download: '{}', errors: '[]', lastSeenAt: Date.now() },
      ...{ takeoverId: null, shownGroupAt: null, shownDeviceAt: null, detail: '{}' },
    })
    // Spread over all combinations.
    const combination = (n * 0x9e3779b1) >>> 8
    for (let tag = 0; tag < TAGS; tag++)
      if (combination & (1 << tag))
        add('tag_uses', {
          ...{ id: `u-${organizationId}-${n}-${tag}`, organizationId, tagId: `t-${organizationId}-${tag}` },
          deviceId: id,
        })
  }
  database.exec('commit; analyze')
  database.close()
}

async function callsOf(call, world) {
  const { groups, buildings, floors, devices, storyboards, layouts, card, style, part, all, slot } = world
  const { field, organizationId } = world
  const [plain, ruled, , , , layered] = groups
  const put = (group, body) => ['PUT', `/device-groups/${group.id}`, { name: group.name, ...body }]
  const rule = (screens) => ({ rule: { screens, rank: 50 } })
  const { schedule } = ruled
  const { configuration } = await call('POST', '/device-configurations/create', { name: 'Quiet', volume: 10 })
  const body = { storyboardId: storyboards.local.id, slotId: slot.id, placeId: buildings[0].id }
  const entries = [{ layoutId: layouts[5].id }]
  const { content } = await call('POST', '/local-content', { ...body, entries })
  const { settings } = await call('GET', `/organizations/${organizationId}/approval`)
  const ids = devices.slice(0, 500)
  const tags = { add: ['Tag 0'], remove: ['Tag 3'] }
  const pageOf = ({ id: _, ...document }) => ({ ...document, ...page(document.name) })
  const story = ({ name, type, mode, items }, more) => ({ name, type, mode, items: [...items, ...more] })
  const lines = (head, line) => ({
    content: base64([head, ...Array.from({ length: 200 }, (_, n) => line(n))].join('\n')),
  })
  const ended = Date.now() + 3_600_000
  return [
    [
      'deviceGroups.update',
      'a rule that half of the screens match',
      ...put(plain, rule({ anyTags: ['Tag 0'] })),
    ],
    ['deviceGroups.update', 'a rule in a group with all kinds', ...put(ruled, rule({ anyTags: ['Tag 0'] }))],
    ['deviceGroups.update', 'a rule that most screens match', ...put(ruled, rule({ anyTags: TAGS_ALL }))],
    ['deviceGroups.update', 'a rule that no screen matches', ...put(plain, rule({ allTags: ['None'] }))],
    [
      ...['deviceGroups.update', 'slots'],
      ...put(ruled, { schedule: { ...schedule, slots: schedule.slots.slice(1) } }),
    ],
    [
      ...['deviceGroups.update', 'layers'],
      ...put(layered, { schedule: { ...schedule, layers: layersOf(storyboards.plain.id, 5) } }),
    ],
    [
      'deviceGroups.tagMany',
      'all groups',
      'POST',
      '/device-groups/tag-many',
      { ids: groups.map(({ id }) => id), ...tags },
    ],
    ['devices.tagMany', '500 screens', 'POST', '/devices/tag-many', { ids, ...tags }],
    ['floors.tagMany', 'all floors', 'POST', '/floors/tag-many', { ids: floors, ...tags }],
    [
      'buildings.tagMany',
      'all buildings',
      'POST',
      '/buildings/tag-many',
      { ids: buildings.map(({ id }) => id), ...tags },
    ],
    [
      'devices.updateMany',
      '500 screens',
      'POST',
      '/devices/update-many',
      { ids, deviceGroupId: ruled.id, floorId: floors[0] },
    ],
    ['devices.update', 'one screen', 'PUT', `/devices/${ids[0]}`, { name: 'Moved', deviceGroupId: ruled.id }],
    [
      'devices.switchStory',
      'one screen',
      'POST',
      `/devices/${ids[0]}`,
      { storyboardId: storyboards.plain.id },
    ],
    [
      'deviceConfigurations.update',
      'all groups',
      'PUT',
      `/device-configurations/${configuration.id}`,
      { name: 'Quiet', volume: 20, deviceGroups: groups.map(({ id }) => id) },
    ],
    [
      'screenValues.save',
      'of all buildings',
      'PUT',
      '/screen-values',
      { changes: buildings.map(({ id }) => ({ of: 'building', id, fieldId: field.id, value: 'Ann' })) },
    ],
    [
      'takeovers.start',
      'all screens',
      'POST',
      '/takeovers',
      { title: 'Fire', targets: { kind: 'all' }, endsAt: ended },
    ],
    [
      'storyboards.update',
      'all groups play it',
      'PUT',
      `/storyboards/${storyboards.ruled.id}`,
      story(storyboards.ruled, all.slice(0, 2)),
    ],
    [
      'storyboards.update',
      'with a page of another size',
      'PUT',
      `/storyboards/${storyboards.upright.id}`,
      story(storyboards.upright, [{ layoutId: layouts[3].id, duration: 5, screens: rules[2] }]),
    ],
    [
      'storyboards.create',
      'none plays it',
      'POST',
      '/storyboards/create',
      { ...story(storyboards.ruled, []), name: 'New' },
    ],
    ['layouts.update', 'all groups play it', 'PUT', `/layout/${layouts[1].id}`, pageOf(layouts[1])],
    ['cards.update', 'none plays it', 'PUT', `/cards/${card.id}`, page('Card')],
    [
      'parts.update',
      'no page shows it',
      'PUT',
      `/parts/${part.id}`,
      page('Part', { width: 400, height: 100 }),
    ],
    [
      'styles.update',
      'no page has it',
      'PUT',
      `/styles/${style.id}`,
      { kind: 'color', name: 'Red', value: '#bb0000' },
    ],
    ['styles.remove', 'no page has it', 'DELETE', `/styles/${style.id}`, {}],
    [
      'localContent.create',
      'another building',
      'POST',
      '/local-content',
      { ...body, placeId: buildings[1].id, entries },
    ],
    [
      'localContent.update',
      'a building',
      'PUT',
      `/local-content/${content.id}`,
      { entries: [{ layoutId: layouts[6].id }] },
    ],
    [
      'approvals.saveSettings',
      'strict',
      'PUT',
      `/organizations/${organizationId}/approval`,
      { mode: 'strict', fourEyes: false, days: null, version: settings.version },
    ],
    [
      'buildings.import',
      '200 rows',
      'POST',
      '/buildings/import',
      lines('Building,Location,Floor', (n) => `New ${n},Here,Ground`),
    ],
    ['devices.import', '200 rows', 'POST', '/devices/import', lines('Name,Group', (n) => `New ${n},Plain`)],
    [
      'users.import',
      '200 rows',
      'POST',
      '/user/import',
      lines('First name,Last name,Email', (n) => `Ann,${n},ann-${n}@bench.test`),
    ],
  ]
}

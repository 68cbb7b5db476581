import { kiosk, nobody, person, screen, stranger } from './identities.mjs'
import { Pools } from './pools.mjs'

const ADMINS = 8
const USERS = 6
const SCREENS = 6
const ALL = [
  'buildings',
  'devices',
  'device-groups',
  'media',
  'cards',
  'layouts',
  'storyboards',
  'approve-storyboards',
]

/** Two organizations with callers of every kind, who know each other's ids. */
export async function makeWorld(client, keeper, untouchedIds) {
  const pools = new Pools(untouchedIds)
  const organizations = []
  const people = []
  const screens = []
  for (const name of ['Fuzz A', 'Fuzz B']) {
    const admin = {
      adminFirstName: 'A',
      adminLastName: 'B',
      email: `${name.at(-1)}@fuzz.test`,
      password: 'Not-used-99',
    }
    const { organization } = await keeper('POST', '/organizations/create', { name, ...admin })
    const { id } = organization
    await keeper('POST', '/licences/create', { number: `L ${name}`, devicesCount: 9000, organizationId: id })
    const content = await makeContent(keeper, id)
    organizations.push({ id, ...content })
    pools.add('organizations', id, id)
    const { users } = await keeper('GET', `/user?organizationId=${id}`)
    const of = (kind, role, permissions) => person(client, keeper, { kind, organization, role, permissions })
    const more = [
      ...Array.from({ length: ADMINS }, () => of('admin', '1')),
      ...Array.from({ length: USERS }, () => of('user', '2', ALL)),
      of('reader', '2'),
      of('reader', '2'),
      kiosk(client, keeper, organization, users[0].id),
    ]
    people.push(...more)
    screens.push(
      ...Array.from({ length: SCREENS }, () => screen(client, keeper, organization, content.groupId)),
    )
  }
  const home = { id: (await keeper('GET', '/auth/profile')).profile.organizationId }
  const supers = Array.from({ length: 4 }, () =>
    person(client, keeper, { kind: 'super', organization: home, role: '0' }),
  )
  const world = {
    ...{ organizations, people, screens, supers, pools },
    strangers: [stranger(client), stranger(client)],
    nobodies: Array.from({ length: 400 }, nobody),
  }
  for (const each of [...people, ...screens, ...supers, ...world.strangers])
    if ((await each.ready()).isDead) throw new Error(`The ${each.kind} could not log in`)
  for (const { deviceId, organization } of screens) pools.add('devices', deviceId, organization.id)
  return world
}

/** A page that screens play, large enough to fill the buffers of screens that don't read. */
async function makeContent(keeper, organizationId) {
  const place = { zIndex: 1, width: 400, height: 100, transform: 'translate(1px, 2px)' }
  const widgets = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].map((id) => ({
    id,
    type: 'text',
    name: 'Text',
    ...place,
  }))
  const document = { name: 'Fuzz page', width: 1920, height: 1080, widgets, config: { inputs: [] } }
  const { layout } = await keeper('POST', '/layout', { ...document, organizationId })
  const items = [{ layoutId: layout.id, duration: 5 }]
  const board = { name: 'Fuzz board', type: 'designed', items, organizationId }
  const { storyboard } = await keeper('POST', '/storyboards/create', board)
  await keeper('PUT', `/storyboards/${storyboard.id}/approved`)
  const group = { name: 'Fuzz group', storyboardId: storyboard.id, organizationId }
  const { deviceGroup } = await keeper('POST', '/device-groups/create', group)
  return { layout: { id: layout.id, document }, groupId: deviceGroup.id }
}

/** Wrong codes are limited per organization, and the keeper, in the super admins' one, has to pair screens again. */
const TAKES_CODE = ['devices.claim', 'devices.findPairing', 'devices.replace']

/** The next caller of a route: usually one with permission. */
export function callerOf({ name, route }, world, random) {
  const { people, screens, supers, strangers, nobodies } = world
  if (route.who === 'public') return random.pick(nobodies)
  const wrong = [
    [1, random.pick(nobodies)],
    [1, { ...random.pick(nobodies), token: random.pick(['a.b.c', 'x', '.', 'x'.repeat(3000)]) }],
  ]
  if (route.who === 'device')
    return random.weighted([[40, random.pick(screens)], [1, random.pick(people)], ...wrong])
  return random.weighted([
    [44, random.pick(people)],
    [TAKES_CODE.includes(name) ? 0 : 10, random.pick(supers)],
    [2, random.pick(strangers)],
    [1, random.pick(screens)],
    ...wrong,
  ])
}

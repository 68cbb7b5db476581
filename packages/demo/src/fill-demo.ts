import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import type { StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import { DEVICE_TYPES, type DeviceType } from '@vitrine/contract/api/screens/devices'
import type { Permission } from '@vitrine/contract/permissions'
import { ROLES } from '@vitrine/contract/permissions'
import { DEMO_PLAYER } from '@vitrine/contract/player/demo'
import { callerOf, type DemoCaller, type DemoFile } from './demo-api.ts'
import { demoPages } from './demo-pages.ts'
import type { DemoIdentity } from './demo-screens.ts'
import type { DemoServer, FirstSignIn } from './demo-server.ts'

const DAY = 86_400_000
const HOME = 'nilehouse.example'

/** The people of the demo organization. All log in with the super admin's first password. */
export const DEMO_PEOPLE = {
  admin: { firstName: 'Mona', lastName: 'Sabry', email: `mona@${HOME}`, role: ROLES.admin, permissions: [] },
  designer: {
    firstName: 'Karim',
    lastName: 'Adel',
    email: `karim@${HOME}`,
    role: ROLES.user,
    permissions: ['media', 'cards', 'layouts', 'storyboards'],
  },
  technician: {
    firstName: 'Salma',
    lastName: 'Nour',
    email: `salma@${HOME}`,
    role: ROLES.user,
    permissions: ['buildings', 'devices', 'device-groups', 'approve-storyboards'],
  },
  guest: { firstName: 'Leila', lastName: 'Fares', email: `leila@${HOME}`, role: ROLES.user, permissions: [] },
} as const satisfies Record<string, { permissions: readonly Permission[]; [key: string]: unknown }>

/**
 * Fills a new installation with a hotel: images, pages, storyboards, buildings, groups with a daily schedule, screens,
 * which it returns, and users of every role. Everything goes through the API's own handlers, so the demo contains only
 * what users could have entered. `folder` has the images.
 */
export async function fillDemo(
  server: DemoServer,
  { email, password }: FirstSignIn,
  folder: string,
): Promise<DemoIdentity[]> {
  const signIn = async (address: string) => {
    const { token } = await callerOf(server).api.auth.login({ body: { email: address, password } })
    return callerOf(server, token)
  }
  const root = await signIn(email)
  const today = server.services.clock.now()
  const dayAfter = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10)

  await makeOrganization(root, password, dayAfter)
  const admin = await signIn(DEMO_PEOPLE.admin.email)
  for (const { permissions, ...person } of Object.values(DEMO_PEOPLE).slice(1))
    await admin.api.users.create({ body: { ...person, permissions: [...permissions], password } })
  const designer = await signIn(DEMO_PEOPLE.designer.email)

  const media = await uploadMedia(designer, folder)
  const stories = await makeStories({ admin, designer }, media)
  const floors = await makePlaces(admin)
  const groups = await makeGroups(admin, stories)
  const screens = await connectScreens(server, admin, { floors, groups, stories })
  await askForHelp(root, admin)
  return screens
}

async function makeOrganization(
  root: DemoCaller,
  password: string,
  dayAfter: (days: number) => string,
): Promise<void> {
  const { firstName: adminFirstName, lastName: adminLastName, email } = DEMO_PEOPLE.admin
  const hotel = await root.api.organizations.create({
    body: { name: 'Nilehouse Hotel', adminFirstName, adminLastName, email, password },
  })
  const clinic = await root.api.organizations.create({
    body: {
      name: 'Garden City Clinic',
      adminFirstName: 'Nabil',
      adminLastName: 'Haddad',
      email: 'nabil@gardencity.example',
      password,
    },
  })
  const licence = (number: string, organizationId: string, devicesCount: number, expiresAt: string) =>
    root.api.licences.create({ body: { number, organizationId, devicesCount, expiresAt } })
  await licence('NILE-2048-A', hotel.organization.id, 12, dayAfter(330))
  await licence('CLINIC-0512', clinic.organization.id, 4, dayAfter(20))
}

/** Uploads the files; returns a function from a name without extension to the media id. */
async function uploadMedia(designer: DemoCaller, folder: string): Promise<(name: string) => string> {
  const known = new Map<string, string>()
  const { folder: seasons } = await designer.api.media.createFolder({
    body: { name: 'Events', folderId: null },
  })
  const { folder: portrait } = await designer.api.media.createFolder({
    body: { name: 'Lifts', folderId: null },
  })
  const inFolder = new Map([
    ['Jazz night', seasons.id],
    ['Water forum', seasons.id],
    ['Dinner by the river', portrait.id],
    ['Quiet hour', portrait.id],
  ])
  const files = (await readdir(folder)).filter((file) => file !== 'thumbnails').sort()
  for (const file of files) {
    const { name } = path.parse(file)
    const sent: DemoFile = {
      name: file,
      type: file.endsWith('.mp4') ? 'video/mp4' : 'image/webp',
      content: await readFile(path.join(folder, file)),
      thumbnail: await readFile(path.join(folder, 'thumbnails', `${name}.webp`)),
    }
    const [made] = await designer.upload([sent], inFolder.get(name))
    if (made) known.set(name, made.id)
  }
  return (name) => {
    const id = known.get(name)
    if (!id) throw new Error(`The demo has no ${name}`)
    return id
  }
}

type Stories = Awaited<ReturnType<typeof makeStories>>

async function makeStories(
  { admin, designer }: { admin: DemoCaller; designer: DemoCaller },
  media: (name: string) => string,
) {
  const { layouts, cards, notice } = demoPages(media)
  const layout = async (name: string, document: (typeof layouts)[keyof typeof layouts]) =>
    (await designer.api.layouts.create({ body: { ...document, name } })).layout.id
  const card = async (name: string, document: typeof notice, isTemplate = false) =>
    (await designer.api.cards.create({ body: { ...document, name, isTemplate } })).card.id
  const propose = async (name: string, more: Omit<StoryboardInput, 'name'>) =>
    (await designer.api.storyboards.create({ body: { name, ...more } })).storyboard.id
  const decide = async (id: string, status: 'approved' | 'rejected') => {
    await admin.api.storyboards.setStatus({ params: { id, status } })
    return id
  }
  const ofCards = (ids: readonly string[], seconds: number): Omit<StoryboardInput, 'name'> => ({
    type: 'standard',
    mode: 'AUTO',
    items: ids.map((cardId) => ({ cardId, duration: seconds })),
  })
  const ofLayouts = (pages: readonly (readonly [string, number])[]): Omit<StoryboardInput, 'name'> => ({
    type: 'designed',
    mode: 'AUTO',
    items: pages.map(([layoutId, duration]) => ({ layoutId, duration })),
  })

  const lobby = await layout('Lobby board', layouts.lobby)
  const forum = await layout('Water forum', layouts.forum)
  const lunchPage = await layout('Lunch menu', layouts.lunch)
  const film = await layout('River film', layouts.film)
  const lift = await layout('Beside the lifts', layouts.lift)
  const wall = await layout('Western desert', layouts.wall)
  const guidePage = await layout('Guest guide', layouts.guide)

  const welcome = await card('Welcome', cards.welcome)
  const ahlan = await card('Ahlan wa sahlan', cards.ahlan)
  const breakfastCard = await card('Breakfast', cards.breakfast)
  const pool = await card('Pool hours', cards.pool)
  const rooftop = await card('Rooftop tonight', cards.rooftop)
  const jazz = await card('Jazz on the terrace', cards.jazz)
  await card('House notice', notice, true)

  const approved = async (name: string, more: Omit<StoryboardInput, 'name'>) =>
    decide(await propose(name, more), 'approved')
  const stories = {
    day: await approved(
      'House day',
      ofLayouts([
        [lobby, 40],
        [film, 10],
        [forum, 15],
      ]),
    ),
    breakfast: await approved('Breakfast', ofCards([breakfastCard, welcome, ahlan], 12)),
    lunch: await approved(
      'Lunch on the terrace',
      ofLayouts([
        [lunchPage, 30],
        [film, 10],
      ]),
    ),
    evening: await approved('Evening', ofCards([rooftop, jazz, welcome], 12)),
    lift: await approved('Beside the lifts', ofLayouts([[lift, 60]])),
    wall: await approved('Ballroom wall', ofLayouts([[wall, 60]])),
    guide: await approved('Guest guide', { ...ofLayouts([[guidePage, 60]]), mode: 'DEFAULT' }),
  }
  await decide(await propose('Old pool hours', ofCards([pool], 20)), 'rejected')
  await propose('Jazz weekend', ofCards([jazz, rooftop, welcome], 10))
  await propose(
    'Water forum day',
    ofLayouts([
      [forum, 30],
      [lobby, 20],
      [film, 10],
    ]),
  )
  return stories
}

async function makePlaces(admin: DemoCaller): Promise<(name: string) => string> {
  const house = await admin.api.buildings.create({
    body: {
      name: 'Main house',
      location: 'Corniche el-Nil, Cairo',
      coordinates: '30.0420, 31.2310',
      floors: ['Ground', 'Garden level', 'Rooftop'].map((name) => ({ name })),
    },
  })
  const wing = await admin.api.buildings.create({
    body: {
      name: 'Conference wing',
      location: 'Behind the garden',
      coordinates: '30.0424, 31.2324',
      floors: ['Foyer', 'Ballroom'].map((name) => ({ name })),
    },
  })
  const ids = new Map([...house.building.floors, ...wing.building.floors].map(({ name, id }) => [name, id]))
  return (name) => ids.get(name) ?? ''
}

async function makeGroups(admin: DemoCaller, stories: Stories) {
  const group = async (
    name: string,
    defaultStoryboardId: string,
    slots: readonly { from: string; to: string; storyboardId: string; days?: number[] }[] = [],
  ) => {
    const schedule = { timezone: 'Etc/GMT-2', defaultStoryboardId, slots: [...slots] }
    return (await admin.api.deviceGroups.create({ body: { name, schedule } })).deviceGroup.id
  }
  const breakfast = { from: '06:30 AM', to: '11:00 AM', storyboardId: stories.breakfast }
  const lunch = { from: '12:00 PM', to: '03:00 PM', storyboardId: stories.lunch }
  const evening = { from: '06:00 PM', to: '11:30 PM', storyboardId: stories.evening }
  return {
    lobby: await group('Lobby', stories.day, [breakfast, evening]),
    terrace: await group('Terrace restaurant', stories.day, [breakfast, lunch, evening]),
    lifts: await group('Lifts', stories.lift),
    ballroom: await group('Ballroom', stories.wall, [{ ...evening, days: [4, 5] }]),
    guides: await group('Guest guides', stories.guide),
  }
}

interface Places {
  floors: (name: string) => string
  groups: Awaited<ReturnType<typeof makeGroups>>
  stories: Stories
}

/** Pairs screens as their players would; none of them has reported yet. */
async function connectScreens(
  server: Pick<DemoServer, 'inject'>,
  admin: DemoCaller,
  { floors, groups }: Places,
): Promise<DemoIdentity[]> {
  const { tv, mobile, touch } = DEVICE_TYPES
  const screens: [string, string, string, ScreenSize, DeviceType][] = [
    ['Reception', groups.lobby, 'Ground', 1, tv],
    ['Lobby fireplace', groups.lobby, 'Ground', 1, tv],
    ['Lift west', groups.lifts, 'Ground', 2, tv],
    ['Lift east', groups.lifts, 'Ground', 2, tv],
    ['Guest guide', groups.guides, 'Ground', 1, touch],
    ['Garden Room', groups.terrace, 'Garden level', 1, tv],
    ['Terrace bar', groups.terrace, 'Rooftop', 1, tv],
    ['Concierge tablet', groups.guides, 'Garden level', 1, mobile],
    ['Ballroom wall', groups.ballroom, 'Ballroom', 3, tv],
    ['Conference foyer', groups.lobby, 'Foyer', 1, tv],
  ]
  const connected: DemoIdentity[] = []
  const pixels = { 1: [1920, 1080], 2: [1080, 1920], 3: [7560, 2160] } as const
  for (const [name, deviceGroupId, floor, screenSize, type] of screens) {
    const [width, height] = pixels[screenSize]
    const screen = {
      width,
      height,
      userAgent: '',
      playerVersion: DEMO_PLAYER,
      storage: 'cache',
      touch: type !== tv,
    } as const
    const { player } = callerOf(server).api
    const { code, secret } = await player.startPairing({ body: { screen } })
    await admin.api.devices.claim({
      body: { code, name, type, screenSize, deviceGroupId, floorId: floors(floor) },
    })
    const { claimed } = await player.awaitPairing({ body: { secret } })
    if (claimed) connected.push({ ...claimed, screen })
  }
  await configureScreens(admin, groups)
  return connected
}

async function configureScreens(admin: DemoCaller, groups: Places['groups']): Promise<void> {
  await admin.api.deviceConfigurations.create({
    body: {
      name: 'Portrait by the lifts',
      screenSize: 2,
      orientation: 90,
      volume: 0,
      deviceGroups: [groups.lifts],
    },
  })
  await admin.api.deviceConfigurations.create({
    body: {
      name: 'Dark at night',
      volume: 60,
      hours: { on: '06:00 AM', off: '12:00 AM', timezone: 'Etc/GMT-2' },
      deviceGroups: [groups.terrace],
    },
  })
}

async function askForHelp(root: DemoCaller, admin: DemoCaller): Promise<void> {
  const asked = await admin.api.cases.create({
    body: {
      kind: 'screen',
      subject: 'The screen by the west lift is upside down',
      text: 'It was turned when the painters were here. Can we turn the picture instead?',
    },
  })
  await root.api.cases.reply({
    params: { id: asked.case.id },
    body: { text: 'Yes: set its orientation under Device configurations. It follows within a minute.' },
  })
  await admin.api.cases.create({
    body: {
      kind: 'account',
      subject: 'Four more screens for the conference wing',
      text: 'Our license expires soon. We would like to renew it with 16 seats.',
    },
  })
}

/** Bodies that the server accepts, by route name, for routes whose rules a schema alone can't express. */
const TYPES = [
  ...['media-looper', 'date-time', 'prayer', 'weather', 'ticker', 'rss', 'text', 'sticky-note', 'button'],
  ...['comment', 'dropdown', 'link', 'rating', 'radio', 'checkbox', 'tag', 'type-of-the-future'],
]
const HOUR = 3_600_000
let made = 0
const nameOf = (what) => `${what} ${++made}`

function page(random, id) {
  const widgets = Array.from({ length: random.below(4) }, (_, n) => ({
    id: `w${n}`,
    type: random.pick(TYPES),
    name: `Widget ${n}`,
    zIndex: n,
    width: 300,
    height: 100,
    transform: `translate(${n * 10}px, 20px)`,
  }))
  const input = ({ id: widget }) =>
    random.weighted([
      [3, () => ({ name: `${widget}-text`, value: 'Hello '.repeat(1 + random.below(20)) })],
      [2, () => ({ name: `${widget}-media`, value: [{ mediaId: id('media'), duration: 5 }] })],
      [1, () => ({ name: `${widget}-location`, value: 'cairo' })],
      [1, () => ({ name: `${widget}-actions`, value: [action(random, id)] })],
    ])()
  return { width: 1920, height: 1080, widgets, config: { inputs: widgets.map(input) } }
}

const action = (random, id) => ({
  event: 'CLICK_TOUCH',
  ...random.pick([
    { type: 'SYSTEM', verb: 'LOAD_STORYBOARD', props: { storyboardId: id('storyboards') } },
    { type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: null },
    { type: 'APPLICATION', verb: 'LOAD_LAYOUT_BY_ORDER', props: { order: random.below(4) } },
  ]),
  ...(random.chance(0.2) && { target: { deviceId: id('devices') } }),
})

const storyboard = (random, id) => {
  const type = random.pick(['standard', 'designed'])
  const item = () => ({
    ...(type === 'standard' ? { cardId: id('cards') } : { layoutId: id('layouts') }),
    duration: 1 + random.below(60),
    transition: random.pick(['cut', 'fade', 'slide']),
  })
  return {
    name: nameOf('Storyboard'),
    type,
    mode: random.pick(['AUTO', 'DEFAULT']),
    items: Array.from({ length: 1 + random.below(3) }, item),
  }
}

const slot = (random, id, hour) => ({
  from: `${String(hour).padStart(2, '0')}:00 AM`,
  to: `${String(hour).padStart(2, '0')}:30 AM`,
  storyboardId: id('storyboards'),
  ...(random.chance(0.5) && { days: [random.below(7)] }),
  ...(random.chance(0.3) && { startDate: '2026-01-01', endDate: '2030-12-31' }),
})

const group = (random, id) => ({
  name: nameOf('Group'),
  ...(random.chance(0.3) && { devices: [id('devices')].filter(Boolean) }),
  storyboardId: random.chance(0.5) ? (id('storyboards') ?? null) : null,
  ...(random.chance(0.5) && {
    schedule: {
      timezone: 'Africa/Cairo',
      slots: [1, 3, 5].slice(random.below(4)).map((hour) => slot(random, id, hour)),
    },
  }),
})

const play = (random, id) => {
  const from = Date.now() - random.below(48) * HOUR
  const [storyboardId, pageId] = [id('storyboards') ?? 's', id('layouts') ?? 'p']
  const what = { kind: 'page', storyboardId, pageId, mediaId: null, name: 'Menu' }
  return { id: `play-${String(++made).padStart(8, '0')}`, ...what, from, to: from + 5000 }
}

const answer = (random, id) => ({
  id: `answer-${String(++made).padStart(8, '0')}`,
  at: Date.now() - random.below(24) * HOUR,
  pageId: id('layouts') ?? 'p',
  pageName: 'Kiosk',
  widgetId: 'w1',
  type: random.pick(['rating', 'comment', 'checkbox']),
  question: 'How was it?',
  value: random.pick([4, 'Good', ['a', 'b']]),
})

const FACTS = {
  width: 1920,
  height: 1080,
  userAgent: 'Fuzz',
  playerVersion: '1',
  storage: 'memory',
  touch: true,
}
const heartbeat = (random, id) => ({
  screen: FACTS,
  held: { group: 'a'.repeat(64), device: 'b'.repeat(64) },
  shown: { group: 'a'.repeat(64), device: 'b'.repeat(64) },
  playing: random.chance(0.5)
    ? {
        storyboardId: id('storyboards') ?? null,
        pageId: id('layouts') ?? null,
        reason: 'slot',
        since: Date.now(),
      }
    : null,
  download: { missing: 0, total: 3 },
  errors: [],
  bootId: random.pick(['boot-1', 'boot-2']),
})

const user = (random, id, caller) => ({
  firstName: 'Una',
  lastName: nameOf('User'),
  role: random.pick(['1', '2', '2']),
  email: `made-${++made}@fuzz.test`,
  permissions: random.pick([[], ['buildings', 'media'], ['devices', 'approve-storyboards']]),
  password: 'Made-by-fuzz-9',
  ...(caller.kind === 'super' && { organizationId: id('organizations') }),
})

const BODIES = {
  'auth.register': () => ({
    firstName: 'Reg',
    lastName: 'Istered',
    email: `reg-${++made}@fuzz.test`,
    password: 'Made-by-fuzz-9',
  }),
  'organizations.create': () => ({
    name: nameOf('Organization'),
    adminFirstName: 'A',
    adminLastName: 'B',
    email: `org-${++made}@fuzz.test`,
    password: 'Made-by-fuzz-9',
  }),
  'organizations.update': () => ({ name: nameOf('Organization') }),
  'kiosk.update': () => ({ origins: ['https://kiosk.fuzz.test'] }),
  'users.create': user,
  'users.update': user,
  buildings: (random) => ({
    name: nameOf('House'),
    location: 'Here',
    floors: Array.from({ length: 1 + random.below(3) }, (_, n) => ({ name: `Floor ${n}` })),
  }),
  licences: (random, id) => ({
    number: nameOf('L'),
    organizationId: id('organizations'),
    devicesCount: 1 + random.below(50),
    expiresAt: random.pick([null, '2030-01-01']),
  }),
  'media.createFolder': (random, id) => ({
    name: nameOf('Folder'),
    folderId: random.chance(0.5) ? (id('folders') ?? null) : null,
  }),
  'media.updateFolder': (random, id) => ({
    name: nameOf('Folder'),
    folderId: random.chance(0.5) ? (id('folders') ?? null) : null,
  }),
  'media.update': (random, id) => ({
    name: nameOf('Picture'),
    folderId: random.chance(0.3) ? (id('folders') ?? null) : null,
  }),
  'packages.draft': () => ({ model: { title: 'Today' } }),
  layouts: (random, id) => ({ ...page(random, id), name: nameOf('Layout') }),
  cards: (random, id) => ({
    ...page(random, id),
    name: nameOf('Card'),
    ...(random.chance(0.2) && { isTemplate: true }),
    ...(random.chance(0.2) && { thumbnailId: id('thumbnails') }),
  }),
  'cards.duplicate': () => ({ name: nameOf('Copy') }),
  designs: (random, id) => ({ ...page(random, id), name: nameOf('Template'), isTemplate: true }),
  storyboards: storyboard,
  'devices.claim': (_random, id) => ({ code: id('codes') ?? 'BCDFGH', name: nameOf('Screen') }),
  'devices.findPairing': (_random, id) => ({ code: id('codes') ?? 'BCDFGH' }),
  'devices.replace': (_random, id) => ({ code: id('codes') ?? 'BCDFGH' }),
  'devices.update': (random, id) => ({
    name: nameOf('Screen'),
    deviceGroupId: random.chance(0.5) ? (id('deviceGroups') ?? null) : null,
    floorId: random.chance(0.3) ? (id('floors') ?? null) : null,
  }),
  'devices.switchStory': (_random, id) => ({ storyboardId: id('storyboards') ?? 'nowhere' }),
  deviceGroups: group,
  deviceConfigurations: (random, id) => ({
    name: nameOf('Configuration'),
    volume: random.below(101),
    orientation: random.pick([0, 90, 180, 270]),
    hours: random.pick([null, { on: '08:00 AM', off: '06:00 PM', timezone: 'Etc/GMT-2' }]),
    devices: [id('devices')].filter(Boolean),
  }),
  'takeovers.start': (random, id) => ({
    title: nameOf('Fire'),
    text: 'Leave by the stairs',
    tone: 'danger',
    storyboardId: random.chance(0.2) ? (id('storyboards') ?? null) : null,
    targets: random.pick([{ kind: 'all' }, { kind: 'devices', ids: [id('devices') ?? 'x'] }]),
    endsAt: Date.now() + HOUR,
  }),
  'screenAnswers.report': (random, id) => ({
    answers: Array.from({ length: random.below(20) }, () => answer(random, id)),
  }),
  'player.startPairing': () => ({ screen: FACTS }),
  'player.heartbeat': heartbeat,
  'player.plays': (random, id) => ({
    plays: Array.from({ length: random.below(30) }, () => play(random, id)),
  }),
  'player.action': (random, id) => ({
    id: `touch-${++made}000`,
    widgetId: 'w1',
    action: action(random, id),
    at: Date.now(),
  }),
  'cases.create': (_random, id) => ({
    subject: nameOf('Case'),
    text: 'It is black',
    kind: 'screen',
    deviceId: id('devices') ?? null,
  }),
  'cases.reply': () => ({ text: 'Please try again' }),
  'cases.setStatus': (random) => ({ status: random.pick(['open', 'closed', 'answered']) }),
}

/** Undefined for a route whose schema is enough. `id(entity)`: a possibly matching id. */
export function bodyOf(name, random, id, caller) {
  const [entity] = name.split('.')
  const isSave = /\.(create|update)$/.test(name)
  const make = BODIES[name] ?? (isSave ? BODIES[entity] : undefined)
  return make?.(random, id, caller)
}

import { ID_PATTERN } from '@vitrine/contract/id'
import { INSTANT } from './meanings.ts'
import type { Schema } from './schema.ts'

const ID = '0b8f6b0e-2f4c-4f7e-9d55-8a1f0c7be001'
/** January 1, 2027. */
const MOMENT = Date.UTC(2027, 0, 1)

/** What a person or a screen would send, by field name; used where the schema's type allows it. */
const VALUES: Readonly<Record<string, unknown>> = {
  accent: '#b45309',
  address: 'https://signage.example.com',
  answer: 'Very good',
  background: '#ffffff',
  call: 'c1d2e3f4',
  color: '#b91c1c',
  content: btoa('Dish,Price\nEspresso,2.50\n'),
  email: 'ada@example.com',
  emails: 'ada@example.com',
  endDate: '2027-12-31',
  except: '2027-05-01',
  firstName: 'Ada',
  from: '08:00 AM',
  holds: '0.2.0-1a2b3c',
  host: 'menu.example.com',
  hint: '0123456789abcdef',
  image: '/9j/4AAQSkZJRgABAQ==',
  key: '0'.repeat(64),
  language: 'en-US',
  lastName: 'Lovelace',
  layout: 'designed',
  location: 'Main Street 1, Springfield',
  mobile: '+12025550123',
  mobiles: '+12025550123',
  name: 'Lobby',
  noTags: 'closed',
  networks: '192.0.2.0/24',
  off: '10:00 PM',
  on: '06:00 AM',
  origins: 'https://kiosk.example.com',
  own: 'de',
  password: 'correct-horse-7',
  primary: '#1d4ed8',
  runs: '0.2.0-1a2b3c',
  showFrom: '2027-01-01',
  showUntil: '2027-12-31',
  startDate: '2027-01-01',
  timezone: 'Europe/Berlin',
  title: 'Fire alarm: leave the building',
  to: '06:00 PM',
  transform: 'translate(10px, 20px)',
  url: 'https://example.com/prices.csv',
  webhook: 'https://example.com/alerts',
}

/** Fields that exclude another one of the same body, by route and path. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'devices.switchStory.until',
  'deviceGroups.create.schedule.layers.screens.notInPlaces',
  'parts.create.widgets.use',
  'parts.update.widgets.use',
  'deviceGroups.create.schedule.slots.screens.notInPlaces',
  'deviceGroups.create.rule.screens.notInPlaces',
  'deviceGroups.update.rule.screens.notInPlaces',
  'deviceGroups.update.schedule.layers.screens.notInPlaces',
  'deviceGroups.update.schedule.slots.screens.notInPlaces',
  'localContent.create.entries.cardId',
  'localContent.create.entries.layoutId',
  'localContent.update.entries.cardId',
  'localContent.update.entries.layoutId',
  'storyboards.create.items.layoutId',
  'storyboards.create.items.storyboardId',
  'storyboards.create.items.perRound',
  'storyboards.create.items.random',
  'storyboards.create.items.tied',
  'storyboards.create.items.screens.notInPlaces',
  'storyboards.update.items.layoutId',
  'storyboards.update.items.storyboardId',
  'storyboards.update.items.perRound',
  'storyboards.update.items.random',
  'storyboards.update.items.tied',
  'storyboards.update.items.screens.notInPlaces',
  'alerts.create.report.about.itemId',
  'alerts.update.report.about.itemId',
  'sources.create.file',
  'sources.preview.file',
  'sources.update.file',
])

/** Parts of schedules, whose names mean something else in other bodies. */
const SCHEDULE = {
  sky: { name: 'Cairo', latitude: 30.06, longitude: 31.25, method: 5 },
  'slots.fromSky': { event: 'sunset', minutes: -30 },
  'slots.toSky': { event: 'isha' },
  'slots.hijri': { from: '09-01', to: '09-30' },
  'layers.name': 'News',
  'layers.place': { kind: 'bottom', makesRoom: true },
  'layers.slots.fromSky': { event: 'sunset', minutes: -30 },
  'layers.slots.toSky': { event: 'isha' },
  'layers.slots.hijri': { from: '09-01', to: '09-30' },
}
const ofSchedules = (route: string) =>
  Object.fromEntries(Object.entries(SCHEDULE).map(([name, value]) => [`${route}.schedule.${name}`, value]))

const ofStyles = (route: string) => ({ [`${route}.kind`]: 'color', [`${route}.value`]: '#b45309' })

/** Values that depend on the route, by route and path. */
const EXCEPTIONS: Readonly<Record<string, unknown>> = {
  'auth.login.code': '123456',
  ...ofSchedules('deviceGroups.create'),
  ...ofSchedules('deviceGroups.update'),
  'auth.verifyMobile.code': '123456',
  'secondFactor.confirm.code': '123456',
  'identityProvider.update.issuer': 'https://login.example.org',
  'emailDomains.add.domain': 'example.org',
  'devices.claim.code': 'KMTWXZ',
  'devices.findPairing.code': 'KMTWXZ',
  'devices.replace.code': 'KMTWXZ',
  'player.action.action': {
    event: 'CLICK_TOUCH',
    type: 'APPLICATION',
    verb: 'LOAD_NEXT_LAYOUT',
    target: '192.168.1.20',
    props: {},
  },
  'player.action.id': ID,
  'player.plays.plays.id': ID,
  'screenAnswers.report.answers.id': ID,
  ...ofStyles('styles.create'),
  ...ofStyles('styles.update'),
}

/** A body that `schema` and the rules of the route accept. `route` is its dotted name (`buildings.create`). */
export const exampleOf = (route: string, schema: Schema): unknown => valueFor(schema, '', route)

function valueFor(schema: Schema, name: string, path: string): unknown {
  if (path in EXCEPTIONS) return EXCEPTIONS[path]
  if (schema.const !== undefined) return schema.const
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (list ?? []) as Schema[])
  const choice = choices.find((each) => each.type !== 'null')
  if (choice) return valueFor(choice, name, path)
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((each) => valueFor(each, name, path)))
  if (schema.type === 'object') return objectOf(schema, path)
  if (schema.type === 'array') return schema.items ? [valueFor(schema.items as Schema, name, path)] : []
  if (Array.isArray(schema.enum)) return schema.default ?? schema.enum[0]
  if (schema.description === INSTANT) return MOMENT
  if (schema.pattern === ID_PATTERN.source) return ID
  const value = VALUES[name]
  if (typeof value === schema.type) return value
  if (schema.default !== undefined) return schema.default
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return 'Text'
  return Math.max(Number(schema.minimum ?? 1), 1)
}

function objectOf(schema: Schema, path: string): Record<string, unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const entries = properties.filter(([name]) => !LEFT_OUT.has(`${path}.${name}`))
  return Object.fromEntries(entries.map(([name, each]) => [name, valueFor(each, name, `${path}.${name}`)]))
}

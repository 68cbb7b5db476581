import { contract } from '@vitrine/contract'
import { SCREEN_FIELDS_MAX, SCREEN_VALUE_MAX } from '@vitrine/contract/api/screens/screen-values'
import { bodyLimitOf, type Route, routesOf } from '@vitrine/contract/route'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { FIRST_ROWS, isList } from '#app/mount/list-parts.ts'
import { PART_BYTES } from '#app/mount/response-writer.ts'

const MB = 2 ** 20
/** What a call has in memory while its client reads nothing: a part, and the row that was too much for it. */
const HELD_MAX = 4 * MB
/** What a call has in memory while it reads the first part, whose rows it doesn't know. */
const READ_MAX = 13 * MB
/** Ids, dates, counts, and states that the server adds to a row. */
const OWN_BYTES = 2000
/** Bytes of a character in UTF-8 that takes one place of a text's limit. */
const CHARACTER_BYTES = 3

interface Definition {
  type: string
  checks?: { _zod: { def: { maximum?: number; length?: number; pattern?: RegExp } } }[]
  shape: Record<string, z.ZodType>
  element: z.ZodType
  innerType: z.ZodType
  in: z.ZodType
  out: z.ZodType
  options: z.ZodType[]
  items: z.ZodType[]
  entries: Record<string, string>
  getter(): z.ZodType
}

/** The largest JSON that a schema accepts; infinite if it names no limit. */
function largest(schema: z.ZodType, without: readonly string[] = []): number {
  const def = schema._zod.def as unknown as Definition
  const most = Math.min(
    ...(def.checks ?? []).map(({ _zod }) => _zod.def.maximum ?? _zod.def.length ?? Number.POSITIVE_INFINITY),
  )
  const inner = (each: z.ZodType) => largest(each, without)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).reduce(
        (sum, [name, each]) => (without.includes(name) ? sum : sum + name.length + 4 + inner(each)),
        2,
      )
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return inner(def.innerType)
    case 'pipe':
      return Math.min(inner(def.in), inner(def.out))
    case 'lazy':
      return inner(def.getter())
    case 'union':
      return Math.max(...def.options.map(inner))
    case 'enum':
      return 2 + Math.max(...Object.values(def.entries).map(({ length }) => length))
    case 'array':
      return 2 + most * (inner(def.element) + 1)
    case 'tuple':
      return def.items.reduce((sum, each) => sum + inner(each) + 1, 2)
    case 'string':
      return 2 + CHARACTER_BYTES * (Number.isFinite(most) ? most : formatLength(def))
    case 'number':
    case 'int':
    case 'boolean':
    case 'literal':
    case 'null':
      return 24
    default:
      return Number.POSITIVE_INFINITY
  }
}

/** Of ids, times, and dates, whose patterns end. */
const FORMAT_MAX = 64
const LONG_TEXTS = ['a', '1', '1a-'].map((text) => text.repeat(FORMAT_MAX + 1))

function formatLength({ checks = [] }: Definition): number {
  const patterns = checks.flatMap(({ _zod }) => _zod.def.pattern ?? [])
  const isShort = patterns.some((pattern) => !LONG_TEXTS.some((text) => pattern.test(text)))
  return isShort ? FORMAT_MAX : Number.POSITIVE_INFINITY
}

const routes = new Map(routesOf(contract).map(({ name, route }) => [name, route]))

/** Rows as large as a call that writes one, without fields that the list doesn't have. */
interface Rows {
  writes: string
  without?: string[]
  /** Bytes that a row has besides. */
  more?: number
  /** What the server limits for all rows together. */
  together?: number
}

/** An id in a list. */
const ID_BYTES = 40
/** A floor with a name of 100 characters, its ids, and its times. */
const FLOOR_BYTES = 600
const LISTS: Record<string, Rows> = {
  'organizations.list': { writes: 'organizations.create' },
  'users.list': { writes: 'users.create' },
  // An organization has at most 20,000 floors.
  'buildings.list': { writes: 'buildings.create', together: 20_000 * FLOOR_BYTES },
  'localContent.places': { writes: 'buildings.create', together: 20_000 * FLOOR_BYTES },
  'licences.list': { writes: 'licences.create' },
  'media.list': { writes: 'media.update', without: ['model'] },
  'media.folder': { writes: 'media.update', without: ['model'] },
  'sources.list': { writes: 'sources.create', without: ['file'] },
  'layouts.list': { writes: 'layouts.create', without: ['widgets', 'config'] },
  'cards.list': { writes: 'cards.create', without: ['widgets', 'config'] },
  // Items of all storyboards have at most 4 MB.
  'storyboards.list': { writes: 'storyboards.create', together: 5 * MB },
  'storyboards.pending': { writes: 'storyboards.create', together: 5 * MB },
  'devices.list': { writes: 'devices.update' },
  'screenValues.list': {
    writes: 'devices.update',
    more: SCREEN_FIELDS_MAX * (CHARACTER_BYTES * SCREEN_VALUE_MAX + 3 * ID_BYTES),
  },
  // Ends after a megabyte of schedules, or one larger group with its next schedule.
  'deviceGroups.list': {
    ...{ writes: 'deviceGroups.create', without: ['schedule', 'devices'] },
    more: 2 * (bodyLimitOf(routes.get('deviceGroups.create') as Route) ?? 0),
    together: 2 * MB + 2 * (bodyLimitOf(routes.get('deviceGroups.create') as Route) ?? 0) + 25_000 * ID_BYTES,
  },
  // A screen and a group are in one configuration.
  'deviceConfigurations.list': {
    ...{ writes: 'deviceConfigurations.create', without: ['devices', 'deviceGroups'] },
    ...{ more: 50_000 * ID_BYTES, together: 4 * MB },
  },
  'cases.list': { writes: 'cases.create' },
  'alerts.list': { writes: 'alerts.create' },
}
/** Lists of what the server or screens write: their rows have no part that grows. */
const WRITTEN_BY_SERVER = [
  ...['trash.list', 'plays.list', 'plays.totals', 'plays.report', 'answers.list', 'answers.questions'],
  ...['alerts.messages', 'outbox.list', 'approvals.list'],
]

const rowOf = ({ writes, without, more = 0 }: Rows): number => {
  const route = routes.get(writes) as Route
  const limit = bodyLimitOf(route) ?? Number.POSITIVE_INFINITY
  return Math.min(largest(route.body as z.ZodType, without), limit) + more + OWN_BYTES
}

it.each(Object.entries(LISTS))(
  '%s: an unread part has at most 4 MB, and the first one is read with at most 13 MB',
  (_name, list) => {
    const row = rowOf(list)
    expect(PART_BYTES + row).toBeLessThanOrEqual(HELD_MAX)
    expect(Math.min(FIRST_ROWS * row, list.together ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(
      READ_MAX,
    )
  },
)

it('every list is in the table', () => {
  const lists = routesOf(contract).filter(({ route }) => isList(route))
  expect([...Object.keys(LISTS), ...WRITTEN_BY_SERVER].sort()).toEqual(lists.map(({ name }) => name).sort())
})

import { isDate } from '@vitrine/contract/rules'
import { HIJRI_DAY, HIJRI_SHIFT_MAX } from '@vitrine/contract/schedule/hijri'
import { PRAYER_METHODS } from '@vitrine/contract/schedule/prayer-times'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { Refusal } from '#commands/refusal.ts'
import { DAYS, isSlotTime, type SlotEntry } from './slots.ts'

type At<T> = T & { line: number }
export type ReadSlot = At<SlotEntry>
/** Where the sun and the prayers are computed, as the file has it. */
export interface PlaceEntry {
  name: string
  latitude: string
  longitude: string
  method: string
  asr?: string
}
export interface ReadSchedule {
  line: number
  timezone?: string
  place?: At<PlaceEntry>
  hijriShift?: string
  default?: string | null
  slots?: ReadSlot[]
}
export type ReadGroup = At<{ id?: string; name: string; tags?: string[]; schedule?: ReadSchedule }>
export type ReadScreen = At<{ id?: string; name: string; group?: string | null; tags?: string[] }>
export interface OrganizationFile {
  groups: ReadGroup[]
  screens: ReadScreen[]
}

/** The schedule's limits of `contract/src/api/base`, which need schemas. */
const NAME_MAX = 100
const TAG_MAX = 30
const TAGS_MAX = 20

/** Reads a node of the file, or adds what is wrong with it to `problems`. */
type Read<T> = (node: unknown, at: Reading) => T | undefined

/** Problems have the line that they are about; all are reported together. */
export class Reading {
  readonly #problems = new Map<number, string>()
  readonly #name: string
  constructor(name: string) {
    this.#name = name
  }
  problem(line: number, text: string): undefined {
    if (!this.#problems.has(line)) this.#problems.set(line, text)
  }
  refuse(): void {
    const lines = [...this.#problems].sort(([one], [other]) => one - other)
    if (lines.length > 0)
      throw new Refusal(lines.map(([line, text]) => `${this.#name}:${line}: ${text}`).join('\n'))
  }
  /** The line of a node; that of the first line for an empty file. */
  lineOf: (node: unknown) => number = () => 1
  resolve: (node: unknown) => unknown = (node) => node
}

export function readFile(text: string, reading: Reading): OrganizationFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  for (const { pos, message } of document.errors) reading.problem(lines.linePos(pos[0]).line, message)
  reading.refuse()
  reading.lineOf = (node) => {
    const { range } = (node ?? {}) as { range?: [number, number, number] }
    return range ? lines.linePos(range[0]).line : 1
  }
  reading.resolve = (node) => (isAlias(node) ? node.resolve(document) : node)
  const found = document.contents === null ? undefined : FILE(document.contents, reading)
  reading.refuse()
  return { groups: found?.groups ?? [], screens: found?.screens ?? [] }
}

const check =
  (what: string, isRight: (text: string) => boolean): Read<string> =>
  (node, at) => {
    const value = isScalar(node) && node.value !== null ? String(node.source ?? node.value).trim() : ''
    return value && isRight(value) ? value : at.problem(at.lineOf(node), `write ${what}`)
  }

const list =
  <T>(what: string, item: Read<T>, most = Number.POSITIVE_INFINITY): Read<T[]> =>
  (node, at) => {
    if (!isSeq(node)) return at.problem(at.lineOf(node), `write a list of ${what}`)
    if (node.items.length > most) at.problem(at.lineOf(node), `at most ${most} ${what}`)
    return node.items.flatMap((each) => item(at.resolve(each), at) ?? [])
  }

const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (node, at) =>
    isScalar(node) && node.value === null ? null : read(node, at)

const map =
  <S extends Record<string, Read<unknown>>>(
    shape: S,
    required: (keyof S & string)[] = [],
  ): Read<At<{ [K in keyof S]?: S[K] extends Read<infer T> ? T : never }>> =>
  (node, at) => {
    const line = at.lineOf(node)
    const known = Object.keys(shape).join(', ')
    if (!isMap(node)) return at.problem(line, `write keys and values; the keys are ${known}`)
    const found: Record<string, unknown> = { line }
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const read = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (read) found[name] = read(at.resolve(value) ?? key, at)
      else at.problem(at.lineOf(key), `there is no key ${name}; the keys are ${known}`)
    }
    const missing = required.filter((name) => !(name in found))
    if (missing.length > 0) at.problem(line, `add ${missing.join(' and ')}`)
    return found as ReturnType<ReturnType<typeof map<S>>>
  }

const text = check(`a text of at most ${NAME_MAX} characters`, (value) => value.length <= NAME_MAX)
const tag = check(
  `a tag of at most ${TAG_MAX} characters without commas and semicolons`,
  (value) => value.length <= TAG_MAX && !/[,;]/.test(value),
)
const tags = list('tags', tag, TAGS_MAX)
const names = list('names', text)
const time = check('a time from 00:00 to 24:00, or one like sunrise, sunset-30, or isha+15', isSlotTime)
const hijriDay = check('a Hijri day like 09-01', (value) => HIJRI_DAY.test(value))
const number = (most: number) =>
  check(`a number from -${most} to ${most}`, (value) => Math.abs(Number(value)) <= most)
const date = check('a date like 2026-12-24', isDate)
const day = check(`one of ${DAYS.join(', ')}`, (value) => DAYS.includes(value))

const slot = map(
  {
    storyboard: text,
    from: time,
    to: time,
    days: list('days', day),
    startDate: date,
    endDate: date,
    except: list('dates', date),
    hijri: map({ from: hijriDay, to: hijriDay }, ['from', 'to']),
    event: text,
    screens: map({ allTags: tags, anyTags: tags, noTags: tags, inPlaces: names, notInPlaces: names }),
  },
  ['storyboard', 'from', 'to'],
) as Read<ReadSlot>
const schedule = map({
  timezone: check('a time zone like Europe/Berlin', isTimeZone),
  place: map(
    {
      name: text,
      latitude: number(90),
      longitude: number(180),
      method: check(`one of ${PRAYER_METHODS.join(', ')}`, (value) => PRAYER_METHODS.includes(Number(value))),
      asr: check('standard or hanafi', (value) => ['standard', 'hanafi'].includes(value)),
    },
    ['name', 'latitude', 'longitude', 'method'],
  ) as Read<At<PlaceEntry>>,
  hijriShift: check(`a whole number from -${HIJRI_SHIFT_MAX} to ${HIJRI_SHIFT_MAX}`, (value) =>
    /^[+-]?[0-2]$/.test(value),
  ),
  default: orNull(text),
  slots: list('time slots', slot),
})
const FILE = map({
  groups: list('groups', map({ id: text, name: text, tags, schedule }, ['name']) as Read<ReadGroup>),
  screens: list(
    'screens',
    map({ id: text, name: text, group: orNull(text), tags }, ['name']) as Read<ReadScreen>,
  ),
})

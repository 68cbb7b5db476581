import { type ActionEntry, checkAction, isAction, readActions } from '#document/actions.ts'
import { isId } from '#id.ts'
import { isRecord } from '#record.ts'
import { type Rule, rule, URL_PATTERN } from '#rules.ts'
import { parseColour } from './colour.ts'
import {
  ACTIONS_MAX,
  ALIGNMENTS,
  type Alignment,
  type AttachmentEntry,
  type CellData,
  type Field,
  type FieldOf,
  type Fields,
  type FieldType,
  type FontSettings,
  FULL_VIDEO,
  GROUP_MAX,
  MEDIA_ZONE_MAX,
  type MediaZoneEntry,
  TEXT_MAX,
  type ValuesOf,
  ZONE_INTERVAL,
} from './field.ts'

/** Values of a form by field name; what `readValues` answers before types are known. */
export type Values = Readonly<Record<string, unknown>>
/** Rule messages (`rules.ts`) by path: `label`, `options.0.label`, `actions.1.props.storyboardId`. */
export type FieldErrors = Record<string, string>

/**
 * What a field type does with values. `empty` is what holds when a description names no default. `read` answers
 * `undefined` for what cannot be understood. `check` answers rule messages by path below the field, `''` for itself.
 */
interface Kind<F> {
  empty: (field: F) => unknown
  read: (field: F, stored: unknown) => unknown
  check: (field: F, value: unknown) => FieldErrors
  media?: (field: F, value: unknown) => readonly string[]
  actions?: (field: F, value: unknown) => readonly ActionEntry[]
}

const fine: FieldErrors = {}
const wrong = (name: Rule, n?: number): FieldErrors => ({ '': rule(name, n) })
const unless = (ok: boolean, name: Rule, n?: number) => (ok ? fine : wrong(name, n))

const asText = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const asNumber = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
const asFlag = (value: unknown) =>
  typeof value === 'boolean'
    ? value
    : value === 'true' || value === 1
      ? true
      : value === 'false' || value === 0
        ? false
        : undefined
const asId = (value: unknown) => (isId(value) ? value : undefined)
const asList = (value: unknown) => (Array.isArray(value) ? value : undefined)
const within = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))

/** What a text looks like where nothing was chosen. */
export const PLAIN_FONT: FontSettings = {
  isBold: false,
  isItalic: false,
  alignment: 'left',
  font: 'Arial',
  size: 14,
}
const PLAIN_CELL: CellData = { text: '', isBold: false, isItalic: false, size: 14 }
/** Foreign documents may hold other sizes than the form offers; below one pixel nothing is a text. */
export const SIZE_MIN = 1
export const SIZE_MAX = 1000
const isSize = (size: unknown) => typeof size === 'number' && size >= SIZE_MIN && size <= SIZE_MAX

/** Reads the parts of a styled value one by one, so that one broken part does not lose the others. */
function readStyle<T extends { isBold: boolean; isItalic: boolean; size: number }>(
  stored: Values,
  rest: T,
): T {
  const size = asNumber(stored.size)
  return {
    ...rest,
    isBold: asFlag(stored.isBold) ?? rest.isBold,
    isItalic: asFlag(stored.isItalic) ?? rest.isItalic,
    size: isSize(size) ? size : rest.size,
  }
}
const isStyle = (value: Values) =>
  typeof value.isBold === 'boolean' && typeof value.isItalic === 'boolean' && isSize(value.size)

function checkColour(value: unknown, allowEmpty: boolean, allowTransparent: boolean): FieldErrors {
  if (value === '') return unless(allowEmpty, 'required')
  const colour = typeof value === 'string' && value.length <= 40 ? parseColour(value) : undefined
  return unless(colour !== undefined && (allowTransparent || colour.a === 1), 'colour')
}
const readColour = (stored: unknown, allowEmpty: boolean, allowTransparent: boolean) =>
  Object.keys(checkColour(stored, allowEmpty, allowTransparent)).length === 0 ? stored : undefined
const mayBeEmpty = (field: { default?: string; allowEmpty?: boolean }) =>
  field.allowEmpty === true || (field.default ?? '') === ''

/** The option that a stored value means; numbers may have been stored as texts and the other way round. */
const optionOf = (options: readonly { value: string | number }[] | undefined, stored: unknown) =>
  options?.find((option) => option.value === stored || String(option.value) === asText(stored))?.value

const KINDS: { readonly [T in FieldType]: Kind<FieldOf<T>> } = {
  textbox: {
    empty: () => '',
    read: (field, stored) => {
      if (field.format !== 'numeric') return asText(stored)
      const number = asNumber(stored)
      return number === undefined
        ? undefined
        : within(field.min ?? Number.NEGATIVE_INFINITY, number, field.max ?? Number.POSITIVE_INFINITY)
    },
    check: (field, value) => {
      if (field.format === 'numeric') {
        if (typeof value !== 'number' || !Number.isFinite(value))
          return wrong(value === '' ? 'required' : 'numeric')
        if (field.min !== undefined && value < field.min) return wrong('min_value', field.min)
        return unless(field.max === undefined || value <= field.max, 'max_value', field.max)
      }
      if (typeof value !== 'string') return wrong('invalid')
      const max = field.max ?? TEXT_MAX
      if (value.length > max) return wrong('max', max)
      return unless(field.format !== 'url' || value === '' || URL_PATTERN.test(value.trim()), 'url')
    },
  },
  lookup: {
    empty: () => '',
    read: (field, stored) => {
      const option = optionOf(field.options, stored)
      if (option !== undefined) return option
      const own = typeof field.default === 'number' ? asNumber(stored) : asText(stored)
      return field.lookup && own !== '' && String(own).length <= 100 ? own : undefined
    },
    check: (field, value) => {
      if (value === '') return unless(field.default === undefined, 'required')
      if (field.options?.some((option) => option.value === value)) return fine
      const kind = typeof field.default === 'number' ? 'number' : 'string'
      return unless(
        field.lookup !== undefined && typeof value === kind && String(value).length <= 100,
        'invalid',
      )
    },
  },
  radio: {
    empty: () => '',
    read: (field, stored) => optionOf(field.options, stored),
    check: (field, value) => {
      if (value === '') return unless(field.default === undefined, 'required')
      return unless(
        field.options.some((option) => option.value === value),
        'invalid',
      )
    },
  },
  attachment: {
    empty: () => [],
    read: (field, stored) => {
      const list = Array.isArray(stored) ? stored : [stored]
      const ids = list.map((entry) => asId(isRecord(entry) ? entry.mediaId : entry))
      const entries = ids.flatMap((mediaId): AttachmentEntry[] => (mediaId ? [{ mediaId }] : []))
      return entries.slice(0, field.max ?? 1)
    },
    check: (field, value) => {
      const list = asList(value)
      if (!list) return wrong('invalid')
      if (list.length > (field.max ?? 1)) return wrong('at_most_files', field.max ?? 1)
      return unless(
        list.every((entry) => isRecord(entry) && asId(entry.mediaId)),
        'invalid',
      )
    },
    media: (_field, value) => idsOf(value),
  },
  'media-zone': {
    empty: () => [],
    read: (field, stored) =>
      asList(stored)
        ?.flatMap((entry): MediaZoneEntry[] => {
          const mediaId = asId(isRecord(entry) ? entry.mediaId : entry)
          const duration = isRecord(entry) ? asNumber(entry.duration) : undefined
          return mediaId ? [{ mediaId, duration: isDuration(duration) ? duration : ZONE_INTERVAL }] : []
        })
        .slice(0, field.max ?? MEDIA_ZONE_MAX),
    check: (field, value) => {
      const list = asList(value)
      if (!list) return wrong('invalid')
      const max = field.max ?? MEDIA_ZONE_MAX
      if (list.length > max) return wrong('at_most_files', max)
      const ok = (entry: unknown) => isRecord(entry) && asId(entry.mediaId) && isDuration(entry.duration)
      return unless(list.every(ok), 'invalid')
    },
    media: (_field, value) => idsOf(value),
  },
  cellData: {
    empty: () => ({ ...PLAIN_CELL }),
    read: (field, stored) => {
      const rest = { ...(field.default ?? PLAIN_CELL) }
      if (!isRecord(stored))
        return asText(stored) === undefined ? undefined : { ...rest, text: asText(stored) }
      return { ...readStyle(stored, rest), text: asText(stored.text) ?? rest.text }
    },
    check: (_field, value) => {
      if (!isRecord(value) || typeof value.text !== 'string' || !isStyle(value)) return wrong('invalid')
      return unless(value.text.length <= TEXT_MAX, 'max', TEXT_MAX)
    },
  },
  colorPicker: {
    empty: () => '',
    read: (field, stored) => readColour(stored, mayBeEmpty(field), field.allowTransparent === true),
    check: (field, value) => checkColour(value, mayBeEmpty(field), field.allowTransparent === true),
  },
  checkbox: {
    empty: () => false,
    read: (_field, stored) => asFlag(stored),
    check: (_field, value) => unless(typeof value === 'boolean', 'invalid'),
  },
  'font-settings': {
    empty: () => ({ ...PLAIN_FONT }),
    read: (field, stored) => {
      if (!isRecord(stored)) return undefined
      const rest = field.default ?? PLAIN_FONT
      const alignment = ALIGNMENTS.find((known) => known === stored.alignment) ?? rest.alignment
      const font = typeof stored.font === 'string' && stored.font !== '' ? stored.font : rest.font
      return { ...readStyle(stored, { ...rest }), alignment, font }
    },
    check: (_field, value) =>
      unless(
        isRecord(value) &&
          isStyle(value) &&
          ALIGNMENTS.includes(value.alignment as Alignment) &&
          typeof value.font === 'string' &&
          value.font.length <= 100,
        'invalid',
      ),
  },
  'color-swatches': {
    empty: () => '',
    read: (field, stored) => readColour(stored, mayBeEmpty(field), false),
    check: (field, value) => checkColour(value, mayBeEmpty(field), false),
  },
  actions: {
    empty: () => [],
    read: (field, stored) => readActions(stored).slice(0, field.max ?? ACTIONS_MAX),
    check: (field, value) => {
      const list = asList(value)
      if (!list) return wrong('invalid')
      const max = field.max ?? ACTIONS_MAX
      return list.length > max ? wrong('max_value', max) : below(list.map(checkAction))
    },
    media: () => [],
    actions: (_field, value) => readActions(value),
  },
  group: {
    empty: () => [],
    read: (field, stored) =>
      asList(stored)
        ?.filter(isRecord)
        .slice(0, field.max ?? GROUP_MAX)
        .map((item) => readValues(field.item, item)),
    check: (field, value) => {
      const list = asList(value)
      if (!list) return wrong('invalid')
      const max = field.max ?? GROUP_MAX
      if (list.length > max) return wrong('max_value', max)
      return below(list.map((item) => (isRecord(item) ? checkValues(field.item, item) : wrong('invalid'))))
    },
    media: (field, value) => groupsOf(value).flatMap((item) => mediaIn(field.item, item)),
    actions: (field, value) =>
      groupsOf(value).flatMap((item) => actionsIn(field.item, item).flatMap((found) => found.actions)),
  },
}

const groupsOf = (value: unknown): Values[] => (asList(value) ?? []).filter(isRecord)
const idsOf = (value: unknown) => groupsOf(value).flatMap((entry) => asId(entry.mediaId) ?? [])
const isDuration = (value: unknown): value is number =>
  typeof value === 'number' &&
  ((value > 0 && value <= 86_400) || value === ZONE_INTERVAL || value === FULL_VIDEO)

/** Errors of list items, their paths led by the item's index. */
function below(items: readonly FieldErrors[]): FieldErrors {
  const errors: FieldErrors = {}
  items.forEach((found, index) => {
    for (const [path, message] of Object.entries(found)) errors[joined(String(index), path)] = message
  })
  return errors
}
const joined = (head: string, tail: string) => (tail === '' ? head : `${head}.${tail}`)

// The table's rows are typed each for its own field; a field is only ever handed to its own row.
const kindOf = (field: Field): Kind<Field> => KINDS[field.type] as Kind<Field>
const own = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The value that a field has before anybody touched it; a fresh object every time. */
export function defaultOf(field: Field): unknown {
  if ('default' in field && field.default !== undefined)
    return typeof field.default === 'object' ? { ...field.default } : field.default
  return kindOf(field).empty(field)
}

/** What a new form holds. Defaults are written in the description and nowhere else. */
export const defaultsOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, defaultOf(field)])) as ValuesOf<F>

/**
 * Reads stored values and never throws: what is missing or not understood becomes the default ("5" is 5), entries of
 * lists that are not understood are left out, numbers are brought inside their limits. Unknown names are dropped.
 */
export const readValues = <F extends Fields>(fields: F, stored: unknown): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = isRecord(stored) ? own(stored, name) : undefined
      const read = value === undefined || value === null ? undefined : kindOf(field).read(field, value)
      return [name, read ?? defaultOf(field)]
    }),
  ) as ValuesOf<F>

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && value.text === '')

/** Whether a field counts, given the values beside it; a field that hangs on a hidden one is hidden too. */
export function isVisible(fields: Fields, name: string, values: Values): boolean {
  const seen = new Set<string>()
  for (let when = fields[name]?.when; when && !seen.has(when.field); when = fields[when.field]?.when) {
    seen.add(when.field)
    if (own(values, when.field) !== when.is) return false
  }
  return true
}

/** What is wrong with values that are to be saved, by path; hidden fields are not looked at. Nothing wrong is `{}`. */
export function checkValues(fields: Fields, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isVisible(fields, name, values)) continue
    const value = own(values, name)
    const found =
      field.required && isEmpty(value)
        ? wrong('required')
        : kindOf(field).check(field, value === undefined ? defaultOf(field) : value)
    for (const [path, message] of Object.entries(found)) errors[joined(name, path)] = message
  }
  return errors
}

/** Ids of the media that values use, each once, in order of appearance. */
export const mediaIn = (fields: Fields, values: Values): string[] => [
  ...new Set(
    Object.entries(fields).flatMap(([name, field]) => kindOf(field).media?.(field, own(values, name)) ?? []),
  ),
]

/** The actions in values with the name of the (outermost) field that holds them. */
export const actionsIn = (
  fields: Fields,
  values: Values,
): { field: string; actions: readonly ActionEntry[] }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const actions = kindOf(field).actions?.(field, own(values, name)) ?? []
    return actions.length ? [{ field: name, actions }] : []
  })

/** Values with every action that is understood passed through `change`; all else stays as it is. */
export function mapActions(
  fields: Fields,
  values: Values,
  change: (action: ActionEntry) => ActionEntry,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      if (field?.type === 'actions')
        return [name, readActions(value).map((entry) => (isAction(entry) ? change(entry) : entry))]
      if (field?.type === 'group')
        return [name, groupsOf(value).map((item) => mapActions(field.item, item, change))]
      return [name, value]
    }),
  )
}

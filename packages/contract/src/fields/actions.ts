import { isId } from '#id.ts'
import { isRecord } from '#record.ts'
import { IP_PATTERN, rule } from '#rules.ts'

/**
 * Actions describe as data what a touch on a widget does. The player runs them; the console's preview simulates them.
 */

export const CLICK_TOUCH = 'CLICK_TOUCH'
export const ACTION_TYPES = ['SYSTEM', 'APPLICATION', 'LAYOUT'] as const
export type ActionType = (typeof ACTION_TYPES)[number]
/** The functions of each type. */
export const VERBS = {
  SYSTEM: ['LOAD_STORYBOARD'],
  APPLICATION: ['LOAD_NEXT_LAYOUT', 'LOAD_PREVIOUS_LAYOUT', 'LOAD_LAYOUT_BY_ORDER', 'LOAD_LAYOUT_BY_NAME'],
  LAYOUT: ['LOAD_NEXT_MEDIA', 'LOAD_PREVIOUS_MEDIA', 'LOAD_MEDIA_BY_ORDER'],
} as const satisfies Record<ActionType, readonly string[]>

/** A prop of an action: `wrong` gives a rule message, `taken` the value to keep. */
interface Prop {
  wrong: (value: unknown) => string | undefined
  taken: (value: unknown) => unknown
}
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isMissing = (value: unknown) => value === undefined || value === null || value === ''
const asIs = (value: unknown) => value
const id: Prop = {
  wrong: (value) => (isId(value) ? undefined : rule(isMissing(value) ? 'required' : 'unknown')),
  taken: asIs,
}
/** An empty `layoutId` is the layout that holds the widget, so that it stays right in copies. */
const layout: Prop = {
  wrong: (value) => (value === '' || isId(value) ? undefined : rule('unknown')),
  taken: asIs,
}
/** Display name until the item itself is loaded. */
const label: Prop = { wrong: () => undefined, taken: (value) => (isText(value) ? value : '') }
const none: Prop = { wrong: () => undefined, taken: () => null }
const ORDER_MAX = 9999
/** Zero-based; the interface adds one. */
const order: Prop = {
  wrong: (value) => {
    if (!Number.isSafeInteger(value)) return rule(isMissing(value) ? 'required' : 'numeric')
    if ((value as number) < 0) return rule('min_value', 0)
    return (value as number) > ORDER_MAX ? rule('max_value', ORDER_MAX) : undefined
  },
  taken: asIs,
}
const layoutName: Prop = {
  wrong: (value) =>
    isMissing(value)
      ? rule('required')
      : typeof value !== 'string'
        ? rule('text')
        : isText(value)
          ? undefined
          : rule('max', 200),
  taken: asIs,
}
const zone = { layoutId: layout, layoutName: label, mediaZoneId: id }

interface ZoneProps {
  layoutId: string
  layoutName: string
  mediaZoneId: string
}
interface PropsOf {
  LOAD_STORYBOARD: { storyboardId: string; storyboardName: string }
  LOAD_NEXT_LAYOUT: Record<never, never>
  LOAD_PREVIOUS_LAYOUT: Record<never, never>
  LOAD_LAYOUT_BY_ORDER: { layoutOrder: number }
  LOAD_LAYOUT_BY_NAME: { layoutName: string }
  LOAD_NEXT_MEDIA: ZoneProps & { mediaOrder: null }
  LOAD_PREVIOUS_MEDIA: ZoneProps & { mediaOrder: null }
  LOAD_MEDIA_BY_ORDER: ZoneProps & { mediaOrder: number }
}
export type Verb = keyof PropsOf
type TypeOfVerb<V extends Verb> = {
  [T in ActionType]: V extends (typeof VERBS)[T][number] ? T : never
}[ActionType]
type ActionOf<V extends Verb> = {
  event: typeof CLICK_TOUCH
  /** IP or id of a device; empty: the touched device. Only the server can check an id. */
  target: string
  type: TypeOfVerb<V>
  verb: V
  props: PropsOf[V]
}
export type Action = { [V in Verb]: ActionOf<V> }[Verb]

const PROPS: { readonly [V in Verb]: { readonly [P in keyof PropsOf[V]]: Prop } } = {
  LOAD_STORYBOARD: { storyboardId: id, storyboardName: label },
  LOAD_NEXT_LAYOUT: {},
  LOAD_PREVIOUS_LAYOUT: {},
  LOAD_LAYOUT_BY_ORDER: { layoutOrder: order },
  LOAD_LAYOUT_BY_NAME: { layoutName },
  LOAD_NEXT_MEDIA: { ...zone, mediaOrder: none },
  LOAD_PREVIOUS_MEDIA: { ...zone, mediaOrder: none },
  LOAD_MEDIA_BY_ORDER: { ...zone, mediaOrder: order },
}
const isVerb = (value: unknown): value is Verb => typeof value === 'string' && Object.hasOwn(PROPS, value)
const isTarget = (value: unknown) => value === '' || isId(value) || (isText(value) && IP_PATTERN.test(value))

/**
 * Parses an entry without zod, because the player loads no schemas. Drops undeclared keys; returns rule messages by
 * path below the entry if it is invalid.
 */
function parseAction(entry: unknown): { action: Action } | { errors: Record<string, string> } {
  if (!isRecord(entry) || !isVerb(entry.verb)) return { errors: { verb: rule('required') } }
  const { event, target, type, verb, props } = entry
  const errors: Record<string, string> = {}
  if (event !== CLICK_TOUCH) errors.event = rule('one_of', CLICK_TOUCH)
  if (!isTarget(target)) errors.target = rule('ipAddress')
  if (type !== typeOfVerb(verb)) errors.type = rule('one_of', typeOfVerb(verb))
  const taken: Record<string, unknown> = {}
  if (!isRecord(props)) errors.props = rule('required')
  else
    for (const [name, prop] of Object.entries<Prop>(PROPS[verb])) {
      const message = prop.wrong(props[name])
      if (message) errors[`props.${name}`] = message
      taken[name] = prop.taken(props[name])
    }
  if (Object.keys(errors).length > 0) return { errors }
  return { action: { event, target, type, verb, props: taken } as Action }
}

/** A stored action that this version does not understand: kept as it is, shown as unknown, never run. */
export type UnknownAction = { readonly [key: string]: unknown }
/** One item of a widget's list of actions. */
export type ActionEntry = Action | UnknownAction

/** Whether an entry can be shown and run; the others are kept and marked. */
export const isAction = (entry: ActionEntry): entry is Action => 'action' in parseAction(entry)

/** The type that a verb belongs to. */
export const typeOfVerb = (verb: Verb): ActionType =>
  ACTION_TYPES.find((type) => (VERBS[type] as readonly string[]).includes(verb)) ?? 'SYSTEM'

/**
 * Reads a stored list, or the older single value `{ mediaZone, action, order }` (`action` next, previous or
 * go-to-slide, `order` zero-based), which is never written again. Drops entries that are not objects and keeps
 * entries it does not understand unchanged.
 */
export function readActions(stored: unknown): ActionEntry[] {
  const list = Array.isArray(stored) ? stored : [stored]
  return list.filter(isRecord).flatMap((entry) => {
    const older = readOlder(entry)
    if (older !== undefined) return older
    const parsed = parseAction(entry)
    return ['action' in parsed ? parsed.action : entry]
  })
}

const OLDER_VERBS = {
  next: 'LOAD_NEXT_MEDIA',
  previous: 'LOAD_PREVIOUS_MEDIA',
  'go-to-slide': 'LOAD_MEDIA_BY_ORDER',
} as const

function readOlder(entry: UnknownAction): ActionEntry[] | undefined {
  if (!('action' in entry) || 'verb' in entry || 'type' in entry) return undefined
  if (!entry.action && !entry.mediaZone) return []
  const verb = Object.hasOwn(OLDER_VERBS, String(entry.action))
    ? OLDER_VERBS[entry.action as keyof typeof OLDER_VERBS]
    : undefined
  if (!verb || typeof entry.mediaZone !== 'string') return undefined
  const asNumber = entry.order === '' || entry.order == null ? Number.NaN : Number(entry.order)
  const mediaOrder = verb === 'LOAD_MEDIA_BY_ORDER' ? asNumber : null
  const parsed = parseAction({
    ...newAction('LAYOUT'),
    verb,
    props: { layoutId: '', layoutName: '', mediaZoneId: entry.mediaZone, mediaOrder },
  })
  return 'action' in parsed ? [parsed.action] : undefined
}

/** The initial action of a type: a click on the source device, everything else empty. */
export const newAction = <T extends ActionType>(
  type: T,
): { event: typeof CLICK_TOUCH; type: T; target: string } => ({ event: CLICK_TOUCH, type, target: '' })

/**
 * Problems of an entry by path below it (`props.storyboardId`), as rule messages. An entry with an unknown verb is
 * kept rather than refused: a later version may have written it.
 */
export function checkAction(entry: unknown): Record<string, string> {
  if (isRecord(entry) && typeof entry.verb === 'string' && !isVerb(entry.verb)) return {}
  if (isRecord(entry) && !('verb' in entry) && !('type' in entry)) return {}
  const parsed = parseAction(entry)
  return 'errors' in parsed ? parsed.errors : {}
}

/** The fields that a verb's form asks for, in order; all of them are required. */
export const VERB_FIELDS: Readonly<Record<Verb, readonly ActionProp[]>> = {
  LOAD_STORYBOARD: ['storyboardId'],
  LOAD_NEXT_LAYOUT: [],
  LOAD_PREVIOUS_LAYOUT: [],
  LOAD_LAYOUT_BY_ORDER: ['layoutOrder'],
  LOAD_LAYOUT_BY_NAME: ['layoutName'],
  LOAD_NEXT_MEDIA: ['layoutId', 'mediaZoneId'],
  LOAD_PREVIOUS_MEDIA: ['layoutId', 'mediaZoneId'],
  LOAD_MEDIA_BY_ORDER: ['layoutId', 'mediaZoneId', 'mediaOrder'],
}
export type ActionProp =
  | 'storyboardId'
  | 'layoutOrder'
  | 'layoutName'
  | 'layoutId'
  | 'mediaZoneId'
  | 'mediaOrder'

/** Names of the things that actions refer to, to describe actions in a sentence and mark missing targets. */
export interface ActionNames {
  /** Each returns a name, `''` if it is unknown, or `undefined` if the item does not exist. */
  storyboard: (id: string) => string | undefined
  /** `''` is the present layout. */
  layout: (id: string) => string | undefined
  hasLayoutNamed: (name: string) => boolean
  mediaZone: (layoutId: string, id: string) => { name: string; entries: number } | undefined
  device: (ipOrId: string) => string | undefined
  /** Whether an id belongs to none of the known devices; false for an IP, and while no device is known. */
  isForeignDevice: (ipOrId: string) => boolean
}

/**
 * An action as the parts of a sentence: the locale has one text per verb with placeholders for `storyboard`, `layout`,
 * `zone`, `order` (plus one). `missing` lists the parts that don't exist; `device` is empty for the source.
 */
export interface ActionSentence {
  verb: Verb
  values: { storyboard: string; layout: string; zone: string; order: string }
  device: string
  missing: (ActionProp | 'target')[]
}

export function actionSentence(action: Action, names: ActionNames): ActionSentence {
  const values = { storyboard: '', layout: '', zone: '', order: '' }
  const missing: ActionSentence['missing'] = []
  if (action.target !== '' && names.isForeignDevice(action.target)) missing.push('target')
  switch (action.verb) {
    case 'LOAD_STORYBOARD': {
      const found = names.storyboard(action.props.storyboardId)
      if (found === undefined) missing.push('storyboardId')
      values.storyboard = found || action.props.storyboardName
      break
    }
    case 'LOAD_LAYOUT_BY_ORDER':
      values.order = String(action.props.layoutOrder + 1)
      break
    case 'LOAD_LAYOUT_BY_NAME':
      values.layout = action.props.layoutName
      // Another screen may play other layouts.
      if (action.target === '' && !names.hasLayoutNamed(action.props.layoutName)) missing.push('layoutName')
      break
    case 'LOAD_NEXT_MEDIA':
    case 'LOAD_PREVIOUS_MEDIA':
    case 'LOAD_MEDIA_BY_ORDER': {
      const { layoutId, layoutName, mediaZoneId, mediaOrder } = action.props
      const layout = names.layout(layoutId)
      if (layout === undefined) missing.push('layoutId')
      values.layout = layout || layoutName
      const found = names.mediaZone(layoutId, mediaZoneId)
      if (!found) missing.push('mediaZoneId')
      values.zone = found?.name ?? ''
      if (mediaOrder !== null) {
        values.order = String(mediaOrder + 1)
        if (found && mediaOrder >= found.entries) missing.push('mediaOrder')
      }
    }
  }
  return {
    verb: action.verb,
    values,
    device: action.target && (names.device(action.target) ?? action.target),
    missing,
  }
}

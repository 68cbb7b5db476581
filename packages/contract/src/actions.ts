import { z } from 'zod'
import { Id } from './entity.ts'
import { IP_PATTERN, rule } from './rules.ts'

/** What a touch on a widget does, as data. Executed by the player; tried out in the console's preview. */

export const CLICK_TOUCH = 'CLICK_TOUCH'
export const ACTION_TYPES = ['SYSTEM', 'APPLICATION', 'LAYOUT'] as const
export type ActionType = (typeof ACTION_TYPES)[number]
/** The functions of each type. */
export const VERBS = {
  SYSTEM: ['LOAD_STORYBOARD'],
  APPLICATION: ['LOAD_NEXT_LAYOUT', 'LOAD_PREVIOUS_LAYOUT', 'LOAD_LAYOUT_BY_ORDER', 'LOAD_LAYOUT_BY_NAME'],
  LAYOUT: ['LOAD_NEXT_MEDIA', 'LOAD_PREVIOUS_MEDIA', 'LOAD_MEDIA_BY_ORDER'],
} as const satisfies Record<ActionType, readonly string[]>

const orRequired = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? rule('required') : rule('invalid')
const name = z.string().max(200).catch('')
const requiredName = z.string({ error: orRequired }).min(1, rule('required')).max(200, rule('max', 200))
/** Zero-based; people see it plus one. */
const order = z
  .int({ error: (issue) => (issue.input == null || issue.input === '' ? rule('required') : rule('numeric')) })
  .min(0, rule('min_value', 0))
  .max(9999, rule('max_value', 9999))
const common = {
  event: z.literal(CLICK_TOUCH, { error: rule('invalid') }),
  /** IP or id of a device; empty is the device that was touched. Whose id it is, the server decides. */
  target: z
    .string({ error: rule('ipAddress') })
    .max(64, rule('ipAddress'))
    .refine((text) => text === '' || IP_PATTERN.test(text) || Id.safeParse(text).success, rule('ipAddress')),
}
/** An empty `layoutId` is the layout that holds the widget, so that it stays right in copies. */
const zone = {
  layoutId: z.union([z.literal(''), Id], { error: rule('invalid') }),
  layoutName: name,
  mediaZoneId: Id,
}

const ofType = <T extends ActionType>(type: T) => z.literal(type, { error: rule('invalid') })
const propsOf = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: rule('required') })

export const Action = z.discriminatedUnion(
  'verb',
  [
    z.object({
      ...common,
      type: ofType('SYSTEM'),
      verb: z.literal('LOAD_STORYBOARD'),
      props: propsOf({ storyboardId: Id, storyboardName: name }),
    }),
    z.object({
      ...common,
      type: ofType('APPLICATION'),
      verb: z.enum(['LOAD_NEXT_LAYOUT', 'LOAD_PREVIOUS_LAYOUT']),
      props: propsOf({}),
    }),
    z.object({
      ...common,
      type: ofType('APPLICATION'),
      verb: z.literal('LOAD_LAYOUT_BY_ORDER'),
      props: propsOf({ layoutOrder: order }),
    }),
    z.object({
      ...common,
      type: ofType('APPLICATION'),
      verb: z.literal('LOAD_LAYOUT_BY_NAME'),
      props: propsOf({ layoutName: requiredName }),
    }),
    z.object({
      ...common,
      type: ofType('LAYOUT'),
      verb: z.enum(['LOAD_NEXT_MEDIA', 'LOAD_PREVIOUS_MEDIA']),
      props: propsOf({ ...zone, mediaOrder: z.null().catch(null) }),
    }),
    z.object({
      ...common,
      type: ofType('LAYOUT'),
      verb: z.literal('LOAD_MEDIA_BY_ORDER'),
      props: propsOf({ ...zone, mediaOrder: order }),
    }),
  ],
  { error: rule('required') },
)
export type Action = z.infer<typeof Action>
export type Verb = Action['verb']

/** A stored action that this version does not understand: kept as it is, shown as unknown, never run. */
export type UnknownAction = { readonly [key: string]: unknown }
/** One item of a widget's list of actions. */
export type ActionEntry = Action | UnknownAction

const ALL_VERBS: readonly unknown[] = Object.values(VERBS).flat()

/** Whether an entry can be shown and run; the others are kept and marked. */
export const isAction = (entry: ActionEntry): entry is Action => Action.safeParse(entry).success

/** The type that a verb belongs to. */
export const typeOfVerb = (verb: Verb): ActionType =>
  ACTION_TYPES.find((type) => (VERBS[type] as readonly string[]).includes(verb)) ?? 'SYSTEM'

/**
 * Reads a stored list. Understands the older single value `{ mediaZone, action, order }` (`action` next, previous or
 * go-to-slide, `order` zero-based), alone or in a list, and turns it into actions; it is never written again. What is
 * no object at all is dropped, everything else that is not understood is kept as it stands.
 */
export function readActions(stored: unknown): ActionEntry[] {
  const list = Array.isArray(stored) ? stored : [stored]
  return list.filter(isObject).flatMap((entry) => {
    const older = readOlder(entry)
    if (older !== undefined) return older
    const parsed = Action.safeParse(entry)
    return [parsed.success ? parsed.data : entry]
  })
}

const isObject = (value: unknown): value is UnknownAction =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  const parsed = Action.safeParse({
    ...newAction('LAYOUT'),
    verb,
    props: { layoutId: '', layoutName: '', mediaZoneId: entry.mediaZone, mediaOrder },
  })
  return parsed.success ? [parsed.data] : undefined
}

/** What choosing a type in the form starts with: a click on the source device, nothing else set. */
export const newAction = <T extends ActionType>(
  type: T,
): { event: typeof CLICK_TOUCH; type: T; target: string } => ({ event: CLICK_TOUCH, type, target: '' })

/**
 * What is wrong with an entry, by path below it (`props.storyboardId`), as rule messages. An entry of a foreign verb
 * is kept rather than refused: it may be a later version's.
 */
export function checkAction(entry: unknown): Record<string, string> {
  if (isObject(entry) && typeof entry.verb === 'string' && !ALL_VERBS.includes(entry.verb)) return {}
  if (isObject(entry) && !('verb' in entry) && !('type' in entry)) return {}
  const parsed = Action.safeParse(entry)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) errors[issue.path.join('.') || 'verb'] ??= issue.message
  return errors
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

/** What is known of the things that actions name, to say them in a sentence and to mark what is missing. */
export interface ActionNames {
  /** Each answers a name, or `undefined` for what does not exist (any more). */
  storyboard: (id: string) => string | undefined
  /** `''` is the present layout. */
  layout: (id: string) => string | undefined
  mediaZone: (layoutId: string, id: string) => { name: string; entries: number } | undefined
  device: (ipOrId: string) => string | undefined
}

/**
 * An action as the parts of a sentence: the locale has one text per verb with places for `storyboard`, `layout`,
 * `zone`, `order` (plus one). `missing` names the props whose target does not exist; `device` is empty for the source.
 */
export interface ActionSentence {
  verb: Verb
  values: { storyboard: string; layout: string; zone: string; order: string }
  device: string
  missing: ActionProp[]
}

export function actionSentence(action: Action, names: ActionNames): ActionSentence {
  const values = { storyboard: '', layout: '', zone: '', order: '' }
  const missing: ActionProp[] = []
  switch (action.verb) {
    case 'LOAD_STORYBOARD': {
      const found = names.storyboard(action.props.storyboardId)
      if (found === undefined) missing.push('storyboardId')
      values.storyboard = found ?? action.props.storyboardName
      break
    }
    case 'LOAD_LAYOUT_BY_ORDER':
      values.order = String(action.props.layoutOrder + 1)
      break
    case 'LOAD_LAYOUT_BY_NAME':
      values.layout = action.props.layoutName
      break
    case 'LOAD_NEXT_MEDIA':
    case 'LOAD_PREVIOUS_MEDIA':
    case 'LOAD_MEDIA_BY_ORDER': {
      const { layoutId, layoutName, mediaZoneId, mediaOrder } = action.props
      const layout = names.layout(layoutId)
      if (layout === undefined) missing.push('layoutId')
      values.layout = layout ?? layoutName
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

import {
  type Action,
  type ActionEntry,
  type ActionProp,
  type ActionType,
  checkAction,
  isAction,
  newAction,
  typeOfVerb,
  VERB_FIELDS,
  VERBS,
  type Verb,
} from '@vitrine/contract/fields/actions'
import type { FieldErrors } from '@vitrine/contract/fields/values'
import { IP_PATTERN, rule } from '@vitrine/contract/rules'
import type { ActionsHost } from './actions-host.ts'

/** An action as form values. Orders count from 1. */
export interface ActionDraft {
  type: ActionType | ''
  verb: Verb | ''
  /** Targets a device other than the touched one. */
  elsewhere: boolean
  target: string
  storyboardId: string
  layoutOrder: string | number
  layoutName: string
  layoutId: string
  mediaZoneId: string
  mediaOrder: string | number
}

const EMPTY: ActionDraft = {
  type: '',
  verb: '',
  elsewhere: false,
  target: '',
  storyboardId: '',
  layoutOrder: '',
  layoutName: '',
  layoutId: '',
  mediaZoneId: '',
  mediaOrder: '',
}

/** The form values of an action, or of a new one. The target kind follows whether there is a target. */
export function draftOf(entry?: ActionEntry): ActionDraft {
  if (!entry || !isAction(entry)) return EMPTY
  const {
    storyboardId = '',
    layoutOrder,
    layoutName = '',
    layoutId = '',
    mediaZoneId = '',
    mediaOrder,
  } = entry.props as Partial<Record<ActionProp, string> & { layoutOrder: number; mediaOrder: number | null }>
  return {
    type: typeOfVerb(entry.verb),
    verb: entry.verb,
    elsewhere: entry.target !== '',
    target: entry.target,
    storyboardId,
    layoutOrder: layoutOrder === undefined ? '' : layoutOrder + 1,
    layoutName,
    layoutId,
    mediaZoneId,
    mediaOrder: mediaOrder == null ? '' : mediaOrder + 1,
  }
}

/** Changing the type starts over, on the touched device. A type with a single function selects it. */
export function withType(type: ActionType): ActionDraft {
  const [only, ...more] = VERBS[type]
  return { ...EMPTY, type, verb: more.length === 0 && only ? only : '' }
}

/** Another layout has other zones, and another zone has other media: clear both. */
export const withLayout = (draft: ActionDraft, layoutId: string): ActionDraft => ({
  ...draft,
  layoutId,
  mediaZoneId: '',
  mediaOrder: '',
})
export const withZone = (draft: ActionDraft, mediaZoneId: string): ActionDraft => ({
  ...draft,
  mediaZoneId,
  mediaOrder: '',
})

const zeroBased = (shown: string | number) => (shown === '' ? '' : Number(shown) - 1)

/** The form values as an action, possibly incomplete. */
function candidateOf(draft: ActionDraft, host: ActionsHost): Record<string, unknown> {
  const nameIn = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? ''
  const zone = {
    layoutId: draft.layoutId,
    layoutName: nameIn(host.layouts, draft.layoutId),
    mediaZoneId: draft.mediaZoneId,
  }
  const props = {
    '': {},
    LOAD_STORYBOARD: {
      storyboardId: draft.storyboardId,
      storyboardName: nameIn(host.storyboards, draft.storyboardId),
    },
    LOAD_NEXT_LAYOUT: {},
    LOAD_PREVIOUS_LAYOUT: {},
    LOAD_LAYOUT_BY_ORDER: { layoutOrder: zeroBased(draft.layoutOrder) },
    LOAD_LAYOUT_BY_NAME: { layoutName: draft.layoutName },
    LOAD_NEXT_MEDIA: { ...zone, mediaOrder: null },
    LOAD_PREVIOUS_MEDIA: { ...zone, mediaOrder: null },
    LOAD_MEDIA_BY_ORDER: { ...zone, mediaOrder: zeroBased(draft.mediaOrder) },
  }[draft.verb]
  return {
    ...(draft.type !== '' && newAction(draft.type)),
    verb: draft.verb,
    target: draft.elsewhere ? draft.target.trim() : '',
    props,
  }
}

/** The first error of each form field, by the names of `ActionDraft`, as rule messages. */
export function draftErrors(draft: ActionDraft, host: ActionsHost): FieldErrors {
  if (draft.type === '') return { type: rule('required') }
  const errors: FieldErrors = {}
  const target = draft.target.trim()
  if (draft.elsewhere) {
    const known = IP_PATTERN.test(target) || host.devices.some(({ id }) => id === target)
    if (target === '') errors.target = rule('required')
    else if (!known) errors.target = rule('ipAddress')
  }
  if (draft.verb === '') return { ...errors, verb: rule('required') }
  for (const [path, message] of Object.entries(checkAction(candidateOf(draft, host)))) {
    const prop = path.replace(/^props\./, '') as ActionProp
    if (VERB_FIELDS[draft.verb].includes(prop)) errors[prop] ??= message
  }
  if (draft.verb === 'LOAD_LAYOUT_BY_ORDER' && Number(draft.layoutOrder) < 1 && draft.layoutOrder !== '')
    errors.layoutOrder = rule('min_value', 1)
  for (const prop of VERB_FIELDS[draft.verb]) if (isGone(prop, draft, host)) errors[prop] ??= rule('required')
  const zone = zoneOf(draft, host)
  if (draft.verb === 'LOAD_MEDIA_BY_ORDER' && zone?.entries.length === 0)
    errors.mediaZoneId = rule('select_media')
  return errors
}

const zoneOf = (draft: ActionDraft, host: ActionsHost) =>
  host.zones(draft.layoutId)?.find(({ id }) => id === draft.mediaZoneId)

/** Whether the chosen target was deleted, which empties the field. Lists that failed to load prove nothing. */
function isGone(prop: ActionProp, draft: ActionDraft, host: ActionsHost): boolean {
  const { layoutId, storyboardId, mediaOrder } = draft
  const hasLayout = host.layouts.some(({ id }) => id === layoutId)
  switch (prop) {
    case 'storyboardId':
      return !host.unknown?.includes('storyboards') && !host.storyboards.some(({ id }) => id === storyboardId)
    case 'layoutId':
      return !host.unknown?.includes('layouts') && !hasLayout
    case 'mediaZoneId':
      return hasLayout && host.zones(draft.layoutId) !== undefined && zoneOf(draft, host) === undefined
    case 'mediaOrder':
      return Number(mediaOrder) > (zoneOf(draft, host)?.entries.length ?? Number.POSITIVE_INFINITY)
    default:
      return false
  }
}

/** The form's action; `undefined` while it has errors. */
export function actionOf(draft: ActionDraft, host: ActionsHost): Action | undefined {
  if (Object.keys(draftErrors(draft, host)).length > 0) return undefined
  const candidate = candidateOf(draft, host) as ActionEntry
  return isAction(candidate) ? candidate : undefined
}

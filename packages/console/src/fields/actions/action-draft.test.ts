import { type Action, actionSentence, typeOfVerb, VERBS, type Verb } from '@vitrine/contract/fields/actions'
import { describe, expect, it } from 'vitest'
import {
  type ActionDraft,
  actionOf,
  draftErrors,
  draftOf,
  withLayout,
  withType,
  withZone,
} from './action-draft.ts'
import { type ActionsHost, namesOf } from './actions-host.ts'

const picture = { id: 'm1', name: 'Picture', mimetype: 'image/png' }
const host: ActionsHost = {
  storyboards: [{ id: 's1', name: 'Lunch' }],
  layouts: [
    { id: '', name: 'This page' },
    { id: 'l2', name: 'Second' },
  ],
  zones: (layoutId) =>
    layoutId === ''
      ? [
          { id: 'full', name: 'Media Zone', entries: [picture, undefined, picture] },
          { id: 'bare', name: 'Media Zone 2', entries: [] },
        ]
      : [{ id: 'other', name: 'There', entries: [picture] }],
  devices: [{ id: 'device-1', name: 'Lobby', online: true }],
}

const byOrder = { ...withType('LAYOUT'), verb: 'LOAD_MEDIA_BY_ORDER' } as const

const FILLED: Readonly<Record<Verb, Partial<ActionDraft>>> = {
  LOAD_STORYBOARD: { storyboardId: 's1' },
  LOAD_NEXT_LAYOUT: {},
  LOAD_PREVIOUS_LAYOUT: {},
  LOAD_LAYOUT_BY_ORDER: { layoutOrder: 1 },
  LOAD_LAYOUT_BY_NAME: { layoutName: 'Second' },
  LOAD_NEXT_MEDIA: { layoutId: '', mediaZoneId: 'full' },
  LOAD_PREVIOUS_MEDIA: { layoutId: 'l2', mediaZoneId: 'other' },
  LOAD_MEDIA_BY_ORDER: { layoutId: '', mediaZoneId: 'full', mediaOrder: '3' },
}
const PROPS: Readonly<Record<Verb, Action['props']>> = {
  LOAD_STORYBOARD: { storyboardId: 's1', storyboardName: 'Lunch' },
  LOAD_NEXT_LAYOUT: {},
  LOAD_PREVIOUS_LAYOUT: {},
  LOAD_LAYOUT_BY_ORDER: { layoutOrder: 0 },
  LOAD_LAYOUT_BY_NAME: { layoutName: 'Second' },
  LOAD_NEXT_MEDIA: { layoutId: '', layoutName: 'This page', mediaZoneId: 'full', mediaOrder: null },
  LOAD_PREVIOUS_MEDIA: { layoutId: 'l2', layoutName: 'Second', mediaZoneId: 'other', mediaOrder: null },
  LOAD_MEDIA_BY_ORDER: { layoutId: '', layoutName: 'This page', mediaZoneId: 'full', mediaOrder: 2 },
}
const CASES = Object.entries(VERBS).flatMap(([type, verbs]) =>
  verbs.map((verb) => [verb, { ...withType(type as keyof typeof VERBS), verb, ...FILLED[verb] }] as const),
)

/** The properties that each verb stores, and the validation of its fields. */
const ROWS: Readonly<Record<Verb, { props: string; asks: string }>> = {
  LOAD_STORYBOARD: { props: 'A-030, A-031', asks: 'V-034' },
  LOAD_NEXT_LAYOUT: { props: 'A-032', asks: 'V-030' },
  LOAD_PREVIOUS_LAYOUT: { props: 'A-033', asks: 'V-030' },
  LOAD_LAYOUT_BY_ORDER: { props: 'A-034, A-036', asks: 'V-031' },
  LOAD_LAYOUT_BY_NAME: { props: 'A-035, A-037', asks: 'V-033' },
  LOAD_NEXT_MEDIA: { props: 'A-038, A-042', asks: 'V-036' },
  LOAD_PREVIOUS_MEDIA: { props: 'A-039, A-041', asks: 'V-036' },
  LOAD_MEDIA_BY_ORDER: { props: 'A-040, A-041', asks: 'V-037' },
}
const ROW_CASES = CASES.map(([verb, draft]) => [verb, ROWS[verb], draft] as const)

describe.each(ROW_CASES)('%s', (verb, rows, draft) => {
  it(`A-026, A-027, ${rows.props}: is a click with exactly its props, and reopens unchanged`, () => {
    const action = actionOf(draft, host)
    expect(action).toEqual({ event: 'CLICK_TOUCH', type: draft.type, verb, target: '', props: PROPS[verb] })
    expect(Object.keys(action ?? {}).sort()).toEqual(['event', 'props', 'target', 'type', 'verb'])
    expect(action && actionOf(draftOf(action), host)).toEqual(action)
  })
  it(`${rows.asks}: requires every field that it has`, () => {
    const bare = { ...withType(typeOfVerb(verb)), verb }
    const asked = Object.keys(draftErrors(bare, host)).sort()
    // The layout defaults to the one being edited.
    const needed = Object.keys(FILLED[verb]).filter((name) => name !== 'layoutId')
    expect(asked).toEqual(needed.sort())
    expect(actionOf(bare, host) === undefined).toBe(needed.length > 0)
  })
})

describe('the form', () => {
  it('A-020 V-027 V-030 requires a type, and a function', () => {
    expect(draftErrors(draftOf(), host)).toEqual({ type: 'required' })
    expect(draftErrors(withType('LAYOUT'), host)).toEqual({ verb: 'required' })
    expect(withType('SYSTEM').verb).toBe('LOAD_STORYBOARD')
  })
  it('V-035: requires another choice after a layout was deleted', () => {
    const draft = { ...byOrder, layoutId: 'gone', mediaZoneId: 'other', mediaOrder: '1' }
    expect(draftErrors(draft, host)).toMatchObject({ layoutId: 'required' })
  })
  it('A-046 starts over when the type changes', () => {
    expect(withType('LAYOUT')).toEqual({ ...draftOf(), type: 'LAYOUT' })
  })
  it('A-047 follows whether there is a target', () => {
    const action = actionOf(
      { ...withType('SYSTEM'), storyboardId: 's1', elsewhere: true, target: '10.0.0.5' },
      host,
    )
    expect(action?.target).toBe('10.0.0.5')
    expect(action && draftOf(action)).toMatchObject({ elsewhere: true, target: '10.0.0.5' })
    expect(action && draftOf({ ...action, target: '' }).elsewhere).toBe(false)
  })
  it.each([
    ['', 'required'],
    ['hello', 'ipAddress'],
    ['10.0.0', 'ipAddress'],
    ['10.0.0.5', undefined],
    ['999.999.999.999', undefined],
    ['device-1', undefined],
  ])('A-028 V-028 V-029 another device: %s is %s', (target, message) => {
    const draft = { ...withType('SYSTEM'), storyboardId: 's1', elsewhere: true, target }
    expect(draftErrors(draft, host).target).toBe(message)
  })
  it('A-029 drops a typed target when the touched device is chosen again', () => {
    const draft = { ...withType('SYSTEM'), storyboardId: 's1', elsewhere: false, target: 'hello' }
    expect(actionOf(draft, host)?.target).toBe('')
  })
  it('V-048 V-049 requires media in the zone of a go-to-slide action', () => {
    const draft = { ...withType('LAYOUT'), verb: 'LOAD_MEDIA_BY_ORDER', mediaZoneId: 'bare' } as const
    expect(draftErrors(draft, host).mediaZoneId).toBe('select_media')
    expect(draftErrors({ ...draft, verb: 'LOAD_NEXT_MEDIA' }, host)).toEqual({})
  })
  it.each([
    ['a storyboard', { ...withType('SYSTEM'), storyboardId: 'gone' }, 'storyboardId'],
    ['a layout', { ...byOrder, layoutId: 'gone', mediaZoneId: 'z', mediaOrder: 1 }, 'layoutId'],
    ['a zone', { ...byOrder, mediaZoneId: 'gone', mediaOrder: 1 }, 'mediaZoneId'],
    ['a medium', { ...byOrder, mediaZoneId: 'full', mediaOrder: 9 }, 'mediaOrder'],
  ])(
    'Q-105 requires another choice for a deleted %s, but not while the list is unknown',
    (_what, draft, field) => {
      expect(draftErrors(draft, host)).toEqual({ [field]: 'required' })
      expect(actionOf(draft, host)).toBeUndefined()
      if (field === 'storyboardId' || field === 'layoutId')
        expect(
          draftErrors(draft, { ...host, storyboards: [], layouts: [], unknown: ['storyboards', 'layouts'] }),
        ).toEqual({})
    },
  )
  it('A-036 B-021 V-032 shows orders counted from one and accepts none below it', () => {
    const action = actionOf(
      { ...withType('APPLICATION'), verb: 'LOAD_LAYOUT_BY_ORDER', layoutOrder: '4' },
      host,
    )
    expect(action?.props).toEqual({ layoutOrder: 3 })
    expect(action && draftOf(action).layoutOrder).toBe(4)
    for (const layoutOrder of [0, -3, 'x', 1.5])
      expect(
        draftErrors({ ...withType('APPLICATION'), verb: 'LOAD_LAYOUT_BY_ORDER', layoutOrder }, host)
          .layoutOrder,
      ).toBeDefined()
  })
  it('clears the zone with its layout and the medium with its zone', () => {
    const draft = { ...draftOf(), layoutId: 'l2', mediaZoneId: 'other', mediaOrder: 1 }
    expect(withZone(draft, 'full')).toMatchObject({ mediaZoneId: 'full', mediaOrder: '' })
    expect(withLayout(draft, '')).toMatchObject({ layoutId: '', mediaZoneId: '', mediaOrder: '' })
  })
})

it('nothing is missing from lists that failed to load', () => {
  const blind = namesOf({
    ...host,
    storyboards: [],
    layouts: host.layouts.slice(0, 1),
    unknown: ['storyboards', 'layouts'],
  })
  for (const [, draft] of CASES) {
    const action = actionOf(draft, host)
    expect(action && actionSentence(action, blind).missing, draft.verb).toEqual([])
  }
  const story = actionOf({ ...withType('SYSTEM'), storyboardId: 's1' }, host)
  expect(story && actionSentence(story, blind).values.storyboard).toBe('Lunch')
  const none = namesOf({ ...host, storyboards: [], layouts: host.layouts.slice(0, 1) })
  expect(story && actionSentence(story, none).missing).toEqual(['storyboardId'])
})

it('A-010 names are provided by the host', () => {
  const names = namesOf(host)
  expect(names.mediaZone('', 'full')).toEqual({ name: 'Media Zone', entries: 3 })
  expect([names.layout(''), names.storyboard('gone'), names.device('device-1')]).toEqual([
    'This page',
    undefined,
    'Lobby',
  ])
})

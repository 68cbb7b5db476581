import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRule } from '#rules.ts'
import {
  ACTION_TYPES,
  type Action,
  actionSentence,
  checkAction,
  isAction,
  newAction,
  readActions,
  typeOfVerb,
  VERB_FIELDS,
  VERBS,
  type Verb,
} from './actions.ts'

const zone = { layoutId: '', layoutName: 'Lobby', mediaZoneId: 'z1' }
/** One valid action of every verb. */
const EXAMPLES: { [V in Verb]: Action } = {
  LOAD_STORYBOARD: {
    ...newAction('SYSTEM'),
    verb: 'LOAD_STORYBOARD',
    props: { storyboardId: 's1', storyboardName: 'Menu' },
  },
  LOAD_NEXT_LAYOUT: { ...newAction('APPLICATION'), verb: 'LOAD_NEXT_LAYOUT', props: {} },
  LOAD_PREVIOUS_LAYOUT: { ...newAction('APPLICATION'), verb: 'LOAD_PREVIOUS_LAYOUT', props: {} },
  LOAD_LAYOUT_BY_ORDER: {
    ...newAction('APPLICATION'),
    verb: 'LOAD_LAYOUT_BY_ORDER',
    props: { layoutOrder: 0 },
  },
  LOAD_LAYOUT_BY_NAME: {
    ...newAction('APPLICATION'),
    verb: 'LOAD_LAYOUT_BY_NAME',
    props: { layoutName: 'Lobby' },
  },
  LOAD_NEXT_MEDIA: { ...newAction('LAYOUT'), verb: 'LOAD_NEXT_MEDIA', props: { ...zone, mediaOrder: null } },
  LOAD_PREVIOUS_MEDIA: {
    ...newAction('LAYOUT'),
    verb: 'LOAD_PREVIOUS_MEDIA',
    props: { ...zone, mediaOrder: null },
  },
  LOAD_MEDIA_BY_ORDER: {
    ...newAction('LAYOUT'),
    verb: 'LOAD_MEDIA_BY_ORDER',
    props: { ...zone, mediaOrder: 2 },
  },
}
const ALL = Object.values(EXAMPLES)

describe('actions', () => {
  it('have exactly the specified types and verbs', () => {
    expect(VERBS).toEqual({
      SYSTEM: ['LOAD_STORYBOARD'],
      APPLICATION: [
        'LOAD_NEXT_LAYOUT',
        'LOAD_PREVIOUS_LAYOUT',
        'LOAD_LAYOUT_BY_ORDER',
        'LOAD_LAYOUT_BY_NAME',
      ],
      LAYOUT: ['LOAD_NEXT_MEDIA', 'LOAD_PREVIOUS_MEDIA', 'LOAD_MEDIA_BY_ORDER'],
    })
    expect(ACTION_TYPES.flatMap((type) => VERBS[type])).toEqual(Object.keys(EXAMPLES))
    for (const action of ALL) expect(typeOfVerb(action.verb)).toBe(action.type)
  })

  it.each(ALL)('$verb has the five keys, is valid, and survives JSON', (action) => {
    expect(Object.keys(action).sort()).toEqual(['event', 'props', 'target', 'type', 'verb'])
    expect(action).toMatchObject({ event: 'CLICK_TOUCH', target: '' })
    expect(checkAction(action)).toEqual({})
    expect(readActions(JSON.parse(JSON.stringify([action])))).toEqual([action])
  })

  it.each(ALL)('$verb asks for each of its fields', (action) => {
    for (const field of VERB_FIELDS[action.verb].filter((name) => name !== 'layoutId')) {
      const errors = checkAction({ ...action, props: { ...action.props, [field]: '' } })
      expect(errors).toEqual({ [`props.${field}`]: 'required' })
    }
  })

  it('A-028 takes an IP or an id as its target, and nothing else', () => {
    const target = (text: string) => checkAction({ ...EXAMPLES.LOAD_NEXT_LAYOUT, target: text })
    expect([target('192.168.1.20'), target('01890a5d-ac96-774b-bcce-b302099a8057'), target('')]).toEqual([
      {},
      {},
      {},
    ])
    expect(target('not an address')).toEqual({ target: 'ipAddress' })
  })

  it("with an unknown verb, or none, are kept but don't run", () => {
    const later = { event: 'SHAKE', type: 'SYSTEM', verb: 'FLY', target: '', props: { height: 3 } }
    const odd = { something: 'else' }
    expect(readActions([later, odd, 'rubbish', null, 7])).toEqual([later, odd])
    expect([checkAction(later), checkAction(odd)]).toEqual([{}, {}])
    expect([isAction(later), isAction(odd)]).toEqual([false, false])
  })

  it('report the problems of every part as rules', () => {
    for (const action of ALL)
      for (const part of ['event', 'type', 'target', 'props']) {
        const errors = checkAction({ ...action, [part]: undefined })
        expect(Object.keys(errors), `${action.verb} ${part}`).toEqual([part])
        expect(parseRule(errors[part] ?? ''), `${action.verb} ${part}`).toBeDefined()
      }
  })

  it('with a known verb but broken props are kept, and refused when saving', () => {
    const broken = { ...newAction('LAYOUT'), verb: 'LOAD_MEDIA_BY_ORDER', props: { ...zone, mediaOrder: -1 } }
    expect(readActions([broken])).toEqual([broken])
    expect(checkAction(broken)).toEqual({ 'props.mediaOrder': 'min_value|0' })
    expect(checkAction({ ...broken, verb: undefined })).toEqual({ verb: 'required' })
  })
})

describe('W-062 the older value { mediaZone, action, order }', () => {
  const media = (verb: Verb, mediaOrder: number | null) => [
    { ...newAction('LAYOUT'), verb, props: { layoutId: '', layoutName: '', mediaZoneId: 'z1', mediaOrder } },
  ]
  it.each([
    [{ mediaZone: 'z1', action: 'next', order: 0 }, media('LOAD_NEXT_MEDIA', null)],
    [{ mediaZone: 'z1', action: 'previous', order: '' }, media('LOAD_PREVIOUS_MEDIA', null)],
    [{ mediaZone: 'z1', action: 'go-to-slide', order: 2 }, media('LOAD_MEDIA_BY_ORDER', 2)],
    [{ mediaZone: 'z1', action: 'go-to-slide', order: '2' }, media('LOAD_MEDIA_BY_ORDER', 2)],
    [{ mediaZone: '', action: '', order: '' }, []],
  ])('%j becomes an action', (older, expected) => {
    expect(readActions(older)).toEqual(expected)
    expect(readActions([older])).toEqual(expected)
    for (const action of expected) expect(checkAction(action)).toEqual({})
  })
  it('is kept if it is unreadable', () => {
    const odd = { mediaZone: 'z1', action: 'explode', order: 1 }
    expect(readActions(odd)).toEqual([odd])
  })
})

it('readActions is idempotent and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom<unknown>(...ALL, { verb: 'FLY' }, 3))),
      (value) => {
        // Stored values went through JSON, which has no -0.
        const stored = JSON.parse(JSON.stringify(value))
        const once = readActions(stored)
        expect(readActions(JSON.parse(JSON.stringify(once)))).toEqual(once)
        for (const entry of once)
          for (const message of Object.values(checkAction(entry)))
            expect(parseRule(message), message).toBeDefined()
      },
    ),
    { numRuns: 500 },
  )
})

describe('an action as a sentence', () => {
  const names = {
    storyboard: (id: string) => (id === 's1' ? 'Lunch menu' : undefined),
    layout: (id: string) => (id === '' ? 'This layout' : undefined),
    mediaZone: (_layoutId: string, id: string) =>
      id === 'z1' ? { name: 'Media Zone 1', entries: 2 } : undefined,
    device: (id: string) => (id === 'd1' ? 'Lobby screen' : undefined),
    hasLayoutNamed: (name: string) => name === 'Rooms',
    isForeignDevice: (id: string) => id === 'd9',
  }
  it('uses current names, and orders plus one', () => {
    expect(actionSentence({ ...EXAMPLES.LOAD_STORYBOARD, target: 'd1' }, names)).toEqual({
      verb: 'LOAD_STORYBOARD',
      values: { storyboard: 'Lunch menu', layout: '', zone: '', order: '' },
      device: 'Lobby screen',
      missing: [],
    })
    expect(actionSentence(EXAMPLES.LOAD_LAYOUT_BY_ORDER, names)).toMatchObject({
      values: { order: '1' },
      device: '',
    })
  })
  it('marks missing items', () => {
    const of = (action: Action) => actionSentence(action, names).missing
    expect(of(EXAMPLES.LOAD_MEDIA_BY_ORDER)).toEqual(['mediaOrder'])
    expect(
      of({
        ...EXAMPLES.LOAD_NEXT_MEDIA,
        props: { layoutId: 'gone', layoutName: 'Old', mediaZoneId: 'z9', mediaOrder: null },
      } as Action),
    ).toEqual(['layoutId', 'mediaZoneId'])
    expect(
      of({ ...EXAMPLES.LOAD_STORYBOARD, props: { storyboardId: 's9', storyboardName: 'Old' } } as Action),
    ).toEqual(['storyboardId'])
    const byName = (layoutName: string, target = '') =>
      of({ ...EXAMPLES.LOAD_LAYOUT_BY_NAME, target, props: { layoutName } } as Action)
    expect([byName('Rooms'), byName('Gone'), byName('Gone', 'd1'), byName('Rooms', 'd9')]).toEqual([
      [],
      ['layoutName'],
      [],
      ['target'],
    ])
  })
})

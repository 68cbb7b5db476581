import type { Action } from '@vitrine/contract/fields/actions'
import { describe, expect, it } from 'vitest'
import type { Layer } from '#stage/layers.ts'
import { ZoneCommands } from '#stage/zone-commands.ts'
import { colorPage } from '#test/content.ts'
import { runActions } from './run-actions.ts'

const pages = ['Home', 'Menu', 'Map'].map((name, index) => ({ ...colorPage(`p${index}`, 'red'), name }))
const zone = { layoutId: '', layoutName: '', mediaZoneId: 'z' }
const click = { event: 'CLICK_TOUCH', target: '' } as const

/** A screen on page `present`; returns the effects of the actions. */
function touch(actions: Action[], present = 1) {
  const did: string[] = []
  const problems: string[] = []
  const relayed: string[] = []
  const layerOf = (index: number): Layer => {
    const commands = new ZoneCommands()
    commands.listen('z', ({ verb, order }) => did.push(`${pages[index]?.name} ${verb} ${order}`))
    return { id: index, state: 'front', commands, show: { page: pages[index] } as Layer['show'] }
  }
  const director = {
    front: layerOf(present),
    layers: { get: () => [director.front] },
    goTo: (find: (all: typeof pages, at: number) => number) => {
      const found = pages[find(pages, present)]
      if (!found) return false
      did.push(`to ${found.name}`)
      director.front = layerOf(pages.indexOf(found))
      return true
    },
  }
  runActions('w1', actions, {
    director: director as never,
    playback: { choose: (id) => did.push(`storyboard ${id}`) },
    has: (id) => id === 'known',
    self: () => ['d1'],
    relay: async (widgetId, { target }) => {
      relayed.push(`${widgetId} ${target}`)
      return target === '10.0.0.7' ? 'offline' : undefined
    },
    report: (problem) => problems.push(problem),
  })
  return { did, problems, relayed }
}

describe('a touch', () => {
  it.each<[string, Action, string[]]>([
    [
      'G-032: a storyboard',
      {
        ...click,
        type: 'SYSTEM',
        verb: 'LOAD_STORYBOARD',
        props: { storyboardId: 'known', storyboardName: '' },
      },
      ['storyboard known'],
    ],
    [
      'G-033: the next page',
      { ...click, type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: {} },
      ['to Map'],
    ],
    [
      'the previous page',
      { ...click, type: 'APPLICATION', verb: 'LOAD_PREVIOUS_LAYOUT', props: {} },
      ['to Home'],
    ],
    [
      'a page by its place',
      { ...click, type: 'APPLICATION', verb: 'LOAD_LAYOUT_BY_ORDER', props: { layoutOrder: 2 } },
      ['to Map'],
    ],
    [
      'a page by its name',
      { ...click, type: 'APPLICATION', verb: 'LOAD_LAYOUT_BY_NAME', props: { layoutName: ' home ' } },
      ['to Home'],
    ],
    [
      'G-034: the next medium',
      { ...click, type: 'LAYOUT', verb: 'LOAD_NEXT_MEDIA', props: { ...zone, mediaOrder: null } },
      ['Menu LOAD_NEXT_MEDIA null'],
    ],
    [
      'a medium of another page',
      {
        ...click,
        type: 'LAYOUT',
        verb: 'LOAD_MEDIA_BY_ORDER',
        props: { ...zone, layoutId: 'p2', mediaOrder: 3 },
      },
      ['to Map', 'Map LOAD_MEDIA_BY_ORDER 3'],
    ],
    [
      'G-035: this screen by its id',
      { ...click, target: 'd1', type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: {} },
      ['to Map'],
    ],
  ])('loads %s', (_what, action, expected) => {
    expect(touch([action])).toEqual({ did: expected, problems: [], relayed: [] })
  })

  it('wraps around at the ends', () => {
    expect(touch([{ ...click, type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: {} }], 2).did).toEqual([
      'to Home',
    ])
    expect(
      touch([{ ...click, type: 'APPLICATION', verb: 'LOAD_PREVIOUS_LAYOUT', props: {} }], 0).did,
    ).toEqual(['to Map'])
  })

  it('G-036: reports impossible actions, runs the rest, and forwards actions for other screens without waiting', async () => {
    const { did, problems, relayed } = touch([
      {
        ...click,
        type: 'SYSTEM',
        verb: 'LOAD_STORYBOARD',
        props: { storyboardId: 'unknown', storyboardName: '' },
      },
      { ...click, type: 'APPLICATION', verb: 'LOAD_LAYOUT_BY_NAME', props: { layoutName: 'Nowhere' } },
      { ...click, type: 'APPLICATION', verb: 'LOAD_LAYOUT_BY_ORDER', props: { layoutOrder: 9 } },
      { ...click, target: '10.0.0.7', type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: {} },
      { ...click, type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', props: {} },
    ])
    expect(did).toEqual(['to Map'])
    expect(relayed).toEqual(['w1 10.0.0.7'])
    await Promise.resolve()
    expect(problems).toHaveLength(4)
    expect(problems.at(-1)).toBe('LOAD_NEXT_LAYOUT: offline')
  })

  it('asks the server for a storyboard that is missing on this screen, if the action names the screen', () => {
    const load = (storyboardId: string): Action => ({
      ...{ ...click, target: 'd1', type: 'SYSTEM', verb: 'LOAD_STORYBOARD' },
      props: { storyboardId, storyboardName: '' },
    })
    expect(touch([load('known'), load('new')])).toEqual({
      did: ['storyboard known'],
      problems: [],
      relayed: ['w1 d1'],
    })
  })
})

it('a command for a zone that has not rendered waits for it', async () => {
  const commands = new ZoneCommands()
  const got: unknown[] = []
  commands.send('z', { verb: 'LOAD_NEXT_MEDIA', order: null })
  commands.listen('z', (command) => got.push(command))
  await Promise.resolve()
  expect(got).toEqual([{ verb: 'LOAD_NEXT_MEDIA', order: null }])
})

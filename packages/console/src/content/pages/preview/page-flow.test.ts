import { newWidget } from '@vitrine/contract/document/layout-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, it } from 'vitest'
import { flowOf, unreachable } from './page-flow.ts'

const box = { zIndex: 1, x: 0, y: 0, width: 100, height: 100 }
const action = (verb: Action['verb'], props: object = {}, target = '') => {
  const type = verb === 'LOAD_STORYBOARD' ? 'SYSTEM' : verb.endsWith('MEDIA') ? 'LAYOUT' : 'APPLICATION'
  return { event: 'CLICK_TOUCH', type, verb, target, props } as Action
}
const pageWith = (id: string, ...actions: Action[]) => {
  const button = newWidget({ id: 'b', type: 'button', name: 'Button', ...box }, WIDGET_FIELDS)
  return {
    id,
    name: id.toUpperCase(),
    document: {
      width: 1920,
      height: 1080,
      widgets: [{ ...button, settings: { ...button.settings, actions } }],
    },
  }
}
const leads = (pages: ReturnType<typeof pageWith>[], known = pages) =>
  flowOf(pages, known).map(({ from, to }) => [from, to])

it('next and previous wrap around; targets resolve by name', () => {
  const pages = [
    pageWith('a', action('LOAD_PREVIOUS_LAYOUT'), action('LOAD_LAYOUT_BY_ORDER', { layoutOrder: 1 })),
    pageWith('b', action('LOAD_LAYOUT_BY_NAME', { layoutName: 'A' })),
    pageWith('c', action('LOAD_NEXT_LAYOUT')),
  ]
  expect(leads(pages)).toEqual([
    [0, 2],
    [0, 1],
    [1, 0],
    [2, 0],
  ])
})

it('distinguishes external targets from missing ones, and ignores other screens', () => {
  const zone = { layoutId: 'x', layoutName: '', mediaZoneId: 'z', mediaOrder: null }
  const pages = [
    pageWith(
      'a',
      action('LOAD_STORYBOARD', { storyboardId: 's', storyboardName: '' }),
      action('LOAD_LAYOUT_BY_ORDER', { layoutOrder: 5 }),
      action('LOAD_LAYOUT_BY_NAME', { layoutName: 'X' }),
      action('LOAD_LAYOUT_BY_NAME', { layoutName: 'gone' }),
      action('LOAD_NEXT_MEDIA', zone),
      action('LOAD_NEXT_MEDIA', { ...zone, layoutId: '' }),
      action('LOAD_NEXT_LAYOUT', {}, 'device'),
    ),
  ]
  expect(leads(pages, [...pages, pageWith('x')])).toEqual([
    [0, 'elsewhere'],
    [0, 'missing'],
    [0, 'elsewhere'],
    [0, 'missing'],
    [0, 'elsewhere'],
    [0, 0],
  ])
})

it('finds unreachable pages', () => {
  const pages = [
    pageWith('a', action('LOAD_LAYOUT_BY_ORDER', { layoutOrder: 2 })),
    pageWith('b'),
    pageWith('c'),
  ]
  expect(unreachable(pages, flowOf(pages, []))).toEqual([1])
  const timed = pages.map((page) => ({ ...page, seconds: 5 }))
  expect(unreachable(timed, flowOf(timed, []))).toEqual([])
  expect(unreachable([], [])).toEqual([])
})

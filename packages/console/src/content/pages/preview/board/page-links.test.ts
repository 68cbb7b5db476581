import { newWidget } from '@vitrine/contract/document/layout-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idleButtons, linksOf, unreachable, withLink } from './page-links.ts'

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
  linksOf(pages, known).map(({ from, to }) => [from, to])

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
  expect(unreachable(pages, linksOf(pages, []))).toEqual([1])
  const timed = pages.map((page) => ({ ...page, seconds: 5 }))
  expect(unreachable(timed, linksOf(timed, []))).toEqual([])
  expect(unreachable([], [])).toEqual([])
})

it('a button leads where it was linked to: by name, or by position if pages share it', () => {
  const names = fc.array(fc.constantFrom('Start', 'start ', 'Rooms', ''), { minLength: 1, maxLength: 6 })
  const target = fc.oneof(
    fc.nat(5),
    fc.constantFrom('next' as const, 'previous' as const, 'nowhere' as const),
  )
  fc.assert(
    fc.property(names, fc.nat(5), target, fc.boolean(), (all, place, to, hadOne) => {
      const from = place % all.length
      const before = hadOne ? [action('LOAD_NEXT_LAYOUT')] : []
      const pages = all.map((name, index) => ({ ...pageWith(String(index), ...before), name }))
      const wanted = typeof to === 'number' ? to % all.length : to
      const page = pages[from]
      if (!page) return
      const linked = withLink(page.document, 'b', wanted, pages)
      const shown = pages.map((one, index) => (index === from ? { ...one, document: linked } : one))
      const found = linksOf(shown, []).filter((link) => link.from === from)
      const count = all.length
      const expected = {
        next: [(from + 1) % count],
        previous: [(from + count - 1) % count],
        nowhere: [],
        ...(typeof wanted === 'number' && { [wanted]: [wanted] }),
      }[wanted]
      expect(found.map((link) => link.to)).toEqual(expected)
      expect(idleButtons(linked).length).toBe(wanted === 'nowhere' ? 1 : 0)
    }),
    { numRuns: 2000 },
  )
})

it('a new link keeps what a touch does to zones and other screens', () => {
  const zone = { layoutId: '', layoutName: '', mediaZoneId: 'z', mediaOrder: null }
  const kept = [action('LOAD_NEXT_MEDIA', zone), action('LOAD_NEXT_LAYOUT', {}, '10.0.0.1')]
  const { document } = pageWith('a', action('LOAD_LAYOUT_BY_ORDER', { layoutOrder: 3 }), ...kept)
  const [button] = withLink(document, 'b', 'nowhere', []).widgets
  expect(button?.settings.actions).toEqual(kept)
  expect(withLink(document, 'gone', 'next', [])).toBe(document)
})

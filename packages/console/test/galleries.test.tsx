// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

test.each([
  // Without pages that were made to play a file.
  ['/app/cards', 'cards.documents', { isTemplate: '0', made: '0' }],
  ['/app/cards?templates=true', 'cards.documents', { isTemplate: '1', made: '0' }],
  ['/app/layouts', 'layouts.documents', { made: '0' }],
])(
  '%s loads its first screenful in one request for 60 pages, and the server searches',
  async (address, call, filter) => {
    const { server, user, page } = openConsole(address, {
      ...ONE_OF_EACH,
      // More pages than a test could load.
      [call]: (asked: { query: Record<string, string> }) => ({
        ...(ONE_OF_EACH['cards.documents'](asked) as object),
        ...ONE_OF_EACH['layouts.documents'],
        next: 'more',
      }),
    })
    const search = await page().findByRole('searchbox')
    await waitFor(() => expect(server.named(call)[0]?.query).toEqual({ ...filter, pageSize: '60' }))
    const before = server.named(call).length
    await user.type(search, 'menu summer')
    await waitFor(() =>
      expect(
        server
          .named(call)
          .slice(before)
          .map(({ query }) => query),
      ).toContainEqual({
        ...filter,
        pageSize: '60',
        search: 'menu summer',
      }),
    )
    expect(server.named(call).every(({ query }) => query.pageSize === '60')).toBe(true)
    expect(server.named(call).filter(({ query }) => !query.search && !query.after)).toHaveLength(1)
  },
)

test.each(['/app/storyboard', '/app/storyboard/standard/edit/s1'])(
  '%s requests the pages that its storyboards have in one call',
  async (address) => {
    const { server } = openConsole(address, ONE_OF_EACH)
    const [storyboard] = ONE_OF_EACH['storyboards.list'].storyboards
    const ids = [...new Set(storyboard?.items.map(({ cardId }) => cardId))].join(',')
    expect(ids).not.toBe('')
    await waitFor(() =>
      expect(
        server
          .named('cards.documents')
          .map(({ query }) => query.ids)
          .filter(Boolean),
      ).toEqual([ids]),
    )
  },
)

test('a schedule shows what plays, not the edit that waits for approval', async () => {
  // Every element is in view.
  class Sight extends IntersectionObserver {
    override observe = (target: Element) => {
      this.callback([{ isIntersecting: true, target } as IntersectionObserverEntry], this)
    }
    private readonly callback: IntersectionObserverCallback
    constructor(callback: IntersectionObserverCallback) {
      super(callback)
      this.callback = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Sight)
  const [storyboard] = ONE_OF_EACH['storyboards.list'].storyboards
  const { deviceGroup } = ONE_OF_EACH['deviceGroups.get']
  const slots = [{ from: '09:00 AM', to: '05:00 PM', storyboardId: storyboard?.id }]
  const plays = { type: 'standard', width: 1920, height: 1080, pageId: 'approved-page' }
  const { server } = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...deviceGroup, schedule: { ...deviceGroup.schedule, slots } } },
    'storyboards.list': { storyboards: [{ ...storyboard, plays }] },
  })
  try {
    await waitFor(() =>
      expect(server.named('cards.documents').map(({ query }) => query.ids)).toContain('approved-page'),
    )
  } finally {
    vi.unstubAllGlobals()
  }
})

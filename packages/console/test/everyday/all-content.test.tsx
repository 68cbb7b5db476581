// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const [building] = ONE_OF_EACH['buildings.list'].buildings

test('all content: only what plays in a building, and back to everything', async () => {
  const { server, press, choose, page } = openConsole('/app/media-library/all', {
    ...ONE_OF_EACH,
    'shelf.list': ({ query }: { query: { placeId?: string } }) =>
      query.placeId ? { items: [], more: false } : ONE_OF_EACH['shelf.list'],
  })
  await choose('Where it plays', building?.name ?? '')
  await page().findByText('Nothing plays there')
  expect(server.named('shelf.list').at(-1)).toMatchObject({ query: { placeId: building?.id } })
  await press('Show all')
  await waitFor(() => expect(document.body.textContent).not.toContain('Nothing plays there'))
})

test('all content ends with the ready-made templates, each in its shapes', async () => {
  const { page } = openConsole('/app/media-library/all?kind=template&q=touch', {
    ...ONE_OF_EACH,
    'shelf.list': { items: [], more: false },
  })
  await page().findByText('Ready-made templates')
  const links = (await page().findAllByRole('link', { name: /^Touch kiosk/ })).map((link) =>
    link.getAttribute('href'),
  )
  expect(links).toEqual([
    expect.stringContaining('/app/cards/create?template=touch-kiosk-1920x1080'),
    expect.stringContaining('/app/layouts/design?template=touch-kiosk-1080x1920'),
  ])
})

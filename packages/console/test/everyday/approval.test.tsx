// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const PAGES = { 'layouts.list': { layoutList: [LAYOUT] }, 'layouts.get': { layout: LAYOUT } }

test('a page that waits for approval is not played, and leads to its review', async () => {
  const pending = {
    ...storyboard,
    type: 'designed',
    publishStatus: 'pending',
    status: 'pending',
    approvedVersion: null,
    items: [{ layoutId: LAYOUT.id, duration: 5 }],
  }
  const console = openConsole('/app/layouts', {
    ...ONE_OF_EACH,
    ...PAGES,
    'storyboards.list': { storyboards: [pending] },
    'storyboards.get': { storyboard: pending },
  })
  await console.pick('More actions for Lobby', 'Play on…')
  const form = await dialog('Play on…')
  await form.page().findByText(/Someone needs to review and approve it first/)
  expect(await form.find('button', 'Play')).toHaveProperty('disabled', true)
  await form.click('link', 'Review')
  const review = await dialog(/^Review/)
  await waitFor(async () => expect(await review.find('button', /^Approve/)).toHaveProperty('disabled', false))
  await console.user.keyboard('a')
  await waitFor(() =>
    expect(console.server.named('storyboards.setStatus')).toMatchObject([
      { params: { id: 's1', status: 'approved' } },
    ]),
  )
})

// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dialog, expectNotification, openConsole, setUpConsole } from '#test/console-window.tsx'
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

test('a reviewer sees the changes and rejects with a reason, which the author reads', async () => {
  const second = { ...LAYOUT, id: 'y2', name: 'Green page' }
  const first = { ...LAYOUT, name: 'Blue page' }
  const pending = {
    ...storyboard,
    type: 'designed',
    publishStatus: 'pending',
    status: 'pending',
    items: [
      { layoutId: 'y2', duration: 5 },
      { layoutId: 'y1', duration: 9 },
    ],
  }
  const review = {
    author: 'Mona Haddad',
    savedAt: '2026-01-05T08:00:00.000Z',
    approved: { ...pending, items: [{ layoutId: 'y1', duration: 5 }] },
    decision: null as object | null,
  }
  const console = openConsole('/app/storyboard?review=s1', {
    ...ONE_OF_EACH,
    'layouts.documents': { layouts: [first, second], next: null },
    'layouts.list': { layoutList: [first, second] },
    'layouts.get': ({ params }: { params: { id: string } }) => ({
      layout: params.id === 'y2' ? second : first,
    }),
    'storyboards.list': { storyboards: [pending] },
    'storyboards.get': { storyboard: pending },
    'storyboards.review': () => ({ review }),
    'storyboards.setStatus': ({ body }: { body: { note: string } }) => {
      review.decision = {
        status: 'rejected',
        by: 'Ada Lund',
        at: '2026-01-06T08:00:00.000Z',
        note: body.note,
      }
      return { storyboard: pending }
    },
  })
  const changes = () =>
    [...document.querySelectorAll('[aria-label="Changes since the last approval"] li')].map(
      ({ textContent }) => textContent,
    )
  await waitFor(() =>
    expect(changes()).toEqual([
      expect.stringMatching(/Green page.*Added as page 1/),
      expect.stringMatching(/Blue page.*5 sec → 9 sec/),
    ]),
  )
  await console.fill('Note to the author', 'Green is last year’s.')
  await console.press('Reject')
  await expectNotification({
    kind: 'positive',
    title: 'Done Successfully',
    message: 'Storyboard Rejected Successfully',
  })
  expect(console.server.named('storyboards.setStatus')).toMatchObject([
    { params: { id: 's1', status: 'rejected' }, body: { note: 'Green is last year’s.' } },
  ])
  console.router.history.push('/app/storyboard/designed/edit/s1')
  await console.page().findByText('Green is last year’s.')
  await console.page().findByText(/^Rejected by Ada Lund/)
})

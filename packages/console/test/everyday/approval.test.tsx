// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { expect, test } from 'vitest'
import { playOn } from '#lib/play-on.ts'
import { dialog, expectNotification, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const PAGES = { 'layouts.list': { layoutList: [LAYOUT] }, 'layouts.get': { layout: LAYOUT } }

const PENDING = {
  ...storyboard,
  type: 'designed',
  publishStatus: 'pending',
  status: 'pending',
  approvedVersion: null,
  items: [{ layoutId: LAYOUT.id, duration: 5 }],
}
const AUTHOR: Partial<Profile> = { role: '2', permissions: ['devices', 'storyboards'] }
const waiting = (person?: Partial<Profile>) =>
  openConsole(
    '/app/layouts',
    {
      ...ONE_OF_EACH,
      ...PAGES,
      'storyboards.list': { storyboards: [PENDING] },
      'storyboards.get': { storyboard: PENDING },
      'storyboards.setStatus': { storyboard: { ...PENDING, status: 'approved', approvedVersion: 1 } },
    },
    person,
  )

test('a page that waits for approval is not played by people who may not approve it', async () => {
  const console = waiting(AUTHOR)
  await console.pick('More actions for Lobby', 'Play on…')
  const form = await dialog('Play on…')
  await form.page().findByText(/Someone needs to review and approve it first/)
  expect(await form.find('button', 'Play')).toHaveProperty('disabled', true)
  expect(console.server.named('storyboards.setStatus')).toEqual([])
})

test('who may approve it plays it without another step', async () => {
  const console = waiting()
  await console.page().findAllByText('Lobby')
  playOn({ subject: { kind: 'layout', id: LAYOUT.id }, deviceIds: ['v1'] })
  const form = await dialog('Play on…')
  await form.page().findByText(/The storyboard “Lunch” is approved/)
  await form.press('Play')
  await waitFor(() => expect(console.server.named('devices.switchStory')).toHaveLength(1))
  expect(console.server.named('storyboards.setStatus')).toMatchObject([
    { params: { id: 's1', status: 'approved' }, body: { from: 'pending' } },
  ])
})

test('several are approved together, after their pages were shown', async () => {
  const other = { ...PENDING, id: 's2', name: 'Dinner' }
  const console = openConsole('/app/storyboard', {
    ...ONE_OF_EACH,
    ...PAGES,
    'storyboards.list': { storyboards: [PENDING, other] },
    'storyboards.setStatus': { storyboard: PENDING },
  })
  for (const name of ['Lunch', 'Dinner']) await console.click('checkbox', `Select ${name}`)
  await console.press('Approve 2 storyboards')
  const asked = await dialog('Approve storyboards')
  expect(asked.element.textContent).toContain('Dinner')
  expect(console.server.named('storyboards.setStatus')).toEqual([])
  await asked.press('Approve 2 storyboards')
  await expectNotification({
    kind: 'positive',
    title: 'Done Successfully',
    message: '2 storyboards are approved.',
  })
  const decided = console.server.named('storyboards.setStatus').map(({ params }) => params.id)
  expect(decided.toSorted()).toEqual(['s1', 's2'])
})

test('a save names the reviewers to people who may not approve', async () => {
  const reviewers = { names: ['Mona Haddad', 'Ines Berg'], total: 4 }
  const review = { author: null, savedAt: null, approved: null, decision: null, reviewers }
  const console = openConsole(
    '/app/storyboard/designed/edit/s1',
    {
      ...ONE_OF_EACH,
      ...PAGES,
      'storyboards.get': { storyboard: PENDING },
      'storyboards.review': { review },
      'storyboards.update': { storyboard: PENDING },
    },
    AUTHOR,
  )
  await console.page().findByText(/Waiting for approval by Mona Haddad, Ines Berg, 2 more/)
  await console.press('Save')
  await expectNotification({
    kind: 'positive',
    title: 'Done Successfully',
    message: 'Storyboard Lunch is saved.\nSent to Mona Haddad, Ines Berg, 2 more for approval.',
  })
  expect(console.server.named('storyboards.setStatus')).toEqual([])
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
    reviewers: { names: ['Ada Lund'], total: 1 },
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

// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Card } from '@vitrine/contract/api/content/cards'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample, storyboard } from '#test/samples.ts'

setUpConsole()

const page = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
const [bread, cake] = ['Bread', 'Cake'].map((name) => sample(Card, { ...page, id: name.toLowerCase(), name }))
const CARDS = {
  'cards.documents': { cards: [bread, cake], next: null },
  'cards.list': { cards: [bread, cake] },
}

test('D-013, D-036, G-011: a storyboard is made of cards that are picked by their pictures', async () => {
  const console = openConsole('/app/storyboard', { ...ONE_OF_EACH, ...CARDS })
  await console.press('New storyboard')
  await (await dialog('New storyboard')).click('link', /Standard/)
  await console.fill(/^Name/, 'Menu')
  await console.press('Add cards')
  const picker = await dialog(/./)
  await picker.press(/Bread$/)
  await picker.press(/Cake$/)
  await picker.press('Choose')
  await console.press('Save')
  await console.isAt('/app/storyboard')
  expect(console.server.named('storyboards.create')[0]?.body).toMatchObject({
    name: 'Menu',
    type: 'standard',
    items: [{ cardId: 'bread' }, { cardId: 'cake' }],
  })
  expect(console.server.named('storyboards.setStatus')).toEqual([])
})

test('D-036, G-011, S-011: a storyboard is edited, saved, and approved in one step', async () => {
  const console = openConsole('/app/storyboard', {
    ...ONE_OF_EACH,
    ...CARDS,
    'storyboards.update': { storyboard },
    'storyboards.setStatus': { storyboard },
  })
  await console.press('Edit Lunch')
  await console.fill(/^Name/, 'Menu of today')
  await console.press('Save and approve')
  await console.isAt('/app/storyboard')
  expect(console.server.named('storyboards.update')[0]?.body).toMatchObject({ name: 'Menu of today' })
  expect(console.server.named('storyboards.setStatus')).toMatchObject([
    { params: { id: 's1', status: 'approved' } },
  ])
})

test('input in a schedule counts immediately: the first click saves, without leaving the field before', async () => {
  const console = openConsole('/app/device-group/storyboard/g1', ONE_OF_EACH)
  await console.choose(/^Default storyboard/, 'Lunch')
  await console.press('Add time slot')
  await console.choose(/^Storyboard/, 'Lunch')
  await console.fill(/^From/, '5 pm')
  await console.fill(/^To/, '21:00')
  await console.press('Save schedule')
  await console.isAt('/app/device-group')
  const slots = [{ from: '05:00 PM', to: '09:00 PM', storyboardId: 's1' }]
  expect(console.server.named('deviceGroups.update')).toMatchObject([{ body: { schedule: { slots } } }])
})

test('a super admin chooses the organization of a new group, and what belongs to another one is not offered', async () => {
  const organizations = [
    { ...ONE_OF_EACH['organizations.get'].organization, id: 'rye', name: 'Rye bakery' },
    { ...ONE_OF_EACH['organizations.get'].organization, id: 'old', name: 'Old mosque' },
  ]
  const console = openConsole(
    '/app/device-group',
    {
      ...ONE_OF_EACH,
      'organizations.list': { organizations },
      'storyboards.list': { storyboards: [{ ...storyboard, name: 'Fresh bread', organizationId: 'rye' }] },
    },
    { role: '0' },
  )
  await console.press('Add group')
  const form = await dialog('Add group')
  await form.choose(/^Organization/, 'Rye bakery')
  await form.choose(/^Default storyboard/, 'Fresh bread')
  await form.choose(/^Organization/, 'Old mosque')
  expect(await form.field(/^Default storyboard/)).toHaveProperty('value', '')
  await console.user.click(await form.field(/^Default storyboard/))
  expect(named('option', 'Fresh bread')).toEqual([])
})

test('every change of a storyboard is a step that undo takes back, and redo makes again', async () => {
  const console = openConsole('/app/storyboard/standard/create', { ...ONE_OF_EACH, ...CARDS })
  const values = async () => ({
    name: (await console.field(/^Name/)).value,
    pages: named('button', /^Show page \d/).map((button) => button.getAttribute('aria-label')),
  })
  const steps: Awaited<ReturnType<typeof values>>[] = [await values()]
  const step = async (work: () => Promise<unknown>) => {
    await work()
    await waitFor(async () => expect(await values()).not.toEqual(steps.at(-1)))
    steps.push(await values())
  }
  const shows = (wanted: unknown) => waitFor(async () => expect(await values()).toEqual(wanted))
  await step(() => console.fill(/^Name/, 'Menu'))
  await step(() => console.press('Add Bread'))
  await step(() => console.press('Add Cake'))
  await step(() => console.press('Move page 2 earlier: Cake'))
  await step(() => console.press('Remove page 2: Bread'))
  expect(named('dialog', /./)).toEqual([])
  for (const each of steps.slice(0, -1).reverse()) {
    await console.press('Undo')
    await shows(each)
  }
  expect(named('button', 'Undo')[0]).toHaveProperty('disabled', true)
  for (const each of steps.slice(1)) {
    await console.press('Redo')
    await shows(each)
  }
  document.body.focus()
  await console.user.keyboard('{Control>}z{/Control}')
  await shows(steps.at(-2))
})

test('an opened storyboard without changes is left without a question', async () => {
  const console = openConsole('/app/storyboard/standard/edit/s1', { ...ONE_OF_EACH, ...CARDS })
  expect(await console.find('button', 'Undo')).toHaveProperty('disabled', true)
  await console.field(/^Name/)
  await console.click('link', 'Cards')
  await console.isAt('/app/cards')
  expect(named('dialog', /./)).toEqual([])
})

test('a storyboard inside another one is shown in its approved version, which screens play', async () => {
  const items = ['bread', 'cake'].map((cardId) => ({ cardId, duration: 5 }))
  const plays = { type: 'standard', width: 1920, height: 1080, pageId: 'bread' }
  const inner = { ...storyboard, id: 's2', name: 'Offers', items: items.slice(0, 1), plays }
  const outer = { ...storyboard, items: [{ storyboardId: 's2', duration: 5 }] }
  const { id: _, ...approved } = { ...storyboard, name: 'Offers', items }
  const review = { reviewers: { names: [], total: 0 }, author: null, savedAt: null, decision: null }
  const console = openConsole('/app/storyboard/standard/edit/s1', {
    ...ONE_OF_EACH,
    ...CARDS,
    'storyboards.list': { storyboards: [outer, inner] },
    'storyboards.get': { storyboard: outer },
    'storyboards.review': ({ params }: { params: { id: string } }) => ({
      review: { ...review, approved: params.id === 's2' ? approved : null },
    }),
  })
  await console.page().findAllByText(/^2 pages/)
  expect(console.page().queryByText(/1 page\b/)).toBe(null)
})

// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const people = (...names: string[]) => ({
  people: names.map((name, index) => ({ id: `p${index}`, name })),
})
const openPage = (here: object | (() => object)) =>
  openConsole('/app/layouts/design/y1', {
    ...ONE_OF_EACH,
    'pageViewers.note': here,
  })

test('a designer names the others who have its page open, and says when it closes', async () => {
  const { server, press, page, router } = openPage(people('Uma User', 'Bo'))
  await press(/Also here: Uma User, Bo$/)
  const list = await page().findByText('Also here now')
  expect(list.nextElementSibling?.textContent).toBe('Uma UserBo')
  const notes = () => server.named('pageViewers.note').map(({ params, body }) => [params.id, body])
  expect(notes()).toEqual([['y1', { here: true }]])
  await router.navigate({ to: '/app/layouts' })
  await waitFor(() => expect(notes().at(-1)).toEqual(['y1', { here: false }]))
})

test('of many, the bar shows a few initials and how many more', async () => {
  const { find } = openPage(people('Ann Ash', 'Ben Bay', 'Cy Cole', 'Di Day', 'Ed Elm'))
  const button = await find('button', /Also here/)
  const [first, second, more] = [...button.children].map(({ textContent }) => textContent)
  expect([first, second, more]).toEqual(['AA', 'BB', '+3'])
})

test('of no others, it shows nothing', async () => {
  const { server } = openPage(people())
  await waitFor(() => expect(server.named('pageViewers.note')).toHaveLength(1))
  expect(named('button', /Also here/)).toEqual([])
})

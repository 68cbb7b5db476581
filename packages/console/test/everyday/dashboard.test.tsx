// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const EMPTY = { 'auth.profile': ONE_OF_EACH['auth.profile'] }
const uma = { role: '2' as const, permissions: [] }
const region = async (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`section[aria-label="${name}"]`)
    if (!found) throw new Error(`No region ${name}`)
    return found
  })
const says = (name: string, text: string) =>
  waitFor(async () => expect((await region(name)).textContent).toContain(text))

test('without permissions the parts of the dashboard explain what is missing, and one that failed loads again', async () => {
  let fails = true
  openConsole('/app/dashboard', { ...EMPTY, 'deviceGroups.list': () => (fails ? refuse(500) : {}) }, uma)
  await says('Playing now', 'No screens yet')
  await says('Needs attention', 'All good')
  await says('Today', 'Try again')
  fails = false
  named('button', 'Try again', await region('Today'))[0]?.click()
  await says('Today', 'No groups yet')
})

describe('without permissions', () => {
  test.each([
    '/app/buildings/create',
    '/app/storyboard/standard/create',
    '/app/layouts/design',
    '/app/cards/create',
  ])('%s can be seen, but not saved', async (address) => {
    const console = openConsole(address, ONE_OF_EACH, uma)
    if (address === '/app/cards/create') await console.press('Image or video')
    await console.page().findByText(/You have view-only access\./)
    expect(named('button', 'Save')).toEqual([])
    await console.isAt(address)
  })
})

// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

describe('the side menu of an organization with one screen', () => {
  const [device] = ONE_OF_EACH['devices.list'].devices
  const open = async (address: string, screens: number) => {
    const devices = Array.from({ length: screens }, (_, n) => ({ ...device, id: `d${n}` }))
    const opened = openConsole(address, { ...ONE_OF_EACH, 'devices.list': { devices } })
    const menu = await opened.page().findByRole('navigation', { name: 'Main menu' })
    const shown = () =>
      [...menu.querySelectorAll('a')]
        .filter((link) => !link.closest('[hidden]'))
        .map((link) => link.textContent)
    return { ...opened, menu, shown }
  }

  test('is short, includes the open page, and shows everything on request', async () => {
    const { shown, press } = await open('/app/floors', 1)
    const short = ['Dashboard', 'Media library', 'Cards', 'Storyboards', 'Devices', 'Device groups', 'Floors']
    expect(shown()).toEqual([...short, 'Users', 'Settings', 'Profile'])
    await press('More')
    expect(document.activeElement?.textContent).toBe('Layouts')
    expect(shown()).toHaveLength(17)
    expect(JSON.parse(localStorage.getItem('menu') ?? '{}')).toMatchObject({ whole: true })
  })

  test('is complete from the second screen on', async () => {
    const { shown } = await open('/app/dashboard', 2)
    await waitFor(() => expect(shown()).toHaveLength(17))
  })
})

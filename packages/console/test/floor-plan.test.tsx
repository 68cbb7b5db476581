// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { BuildingWithDevices, FloorDevice, type FloorPlace } from '@vitrine/contract/api/places/floors'
import { Truth } from '@vitrine/contract/api/screens/truth'
import { describe, expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { refuse } from './fake-server.ts'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const place = { x: 300, y: 400, facing: 90 }
const device = (name: string, more: Partial<FloorDevice> = {}) =>
  sample(FloorDevice, { id: name, name, connection: 'online', content: 'up-to-date', place: null, ...more })

/** A floor with one screen on its plan and one beside it, on a server that stores their places. */
function open(more: object = {}, person = {}) {
  const truth = sample(Truth, { value: 'unknown', because: 'silent' })
  const devices = [device('Lobby', { place }), device('Bar', { connection: 'offline', truth })]
  const plan = { mediaId: 'm1', name: 'ground.png', url: '/media/file/m1/x', width: 1200, height: 800 }
  const floor = { id: 'f1', name: 'Ground', planId: 'm1', plan, devices }
  const building = sample(BuildingWithDevices, { id: 'b1', name: 'Tower', floors: [floor] })
  const screen = openConsole(
    '/app/floors/f1',
    {
      ...ONE_OF_EACH,
      'floors.list': { buildings: [building] },
      'floors.place': { floor },
      ...more,
    },
    person,
  )
  const saved = () =>
    screen.server.received
      .filter(({ name }) => name === 'floors.place')
      .map(({ body }) => body as { deviceId: string; place: FloorPlace | null })
  return { ...screen, saved }
}

describe('the plan of a floor', () => {
  test('shows screens with status and direction, links to them, and lists the others', async () => {
    const { find } = open()
    expect((await find('link', 'Lobby: shows what it should, faces right')).getAttribute('href')).toContain(
      'Lobby',
    )
    expect((await find('link', 'Bar')).closest('li')?.textContent).toContain('Offline')
  })

  test('moves a screen by keys and saves once', async () => {
    const { press, find, user, saved } = open()
    await press('Arrange screens')
    const marker = await find('button', /^Lobby:/)
    marker.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}r')
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()).toEqual([{ deviceId: 'Lobby', place: { x: 320, y: 300, facing: 135 } }])
  })

  test('places a screen by a button, which moves the keyboard focus to it', async () => {
    const { press, find, saved } = open()
    await press('Arrange screens')
    await press('Place Bar on the plan')
    const marker = await find('button', /^Bar:/)
    await waitFor(() => expect(document.activeElement).toBe(marker))
    await waitFor(() => expect(saved()[0]).toMatchObject({ deviceId: 'Bar', place: { x: 500, y: 500 } }))
  })

  test('removes a screen from the plan with Delete', async () => {
    const { press, find, user, saved } = open()
    await press('Arrange screens')
    const marker = await find('button', /^Lobby:/)
    marker.focus()
    await user.keyboard('{Delete}')
    await find('button', 'Place Lobby on the plan')
    await waitFor(() => expect(saved()).toEqual([{ deviceId: 'Lobby', place: null }]))
  })

  test('a place that failed to save is reverted and reported', async () => {
    const { press, find, user, page } = open({ 'floors.place': refuse(503) })
    await press('Arrange screens')
    const marker = await find('button', /^Lobby:/)
    marker.focus()
    await user.keyboard('{Delete}')
    await find('button', 'Place Lobby on the plan')
    await page().findByText('Error')
    await find('button', /^Lobby:/)
  })

  test('without permission neither screens nor the plan can be changed', async () => {
    const { find, page } = open({}, { role: '2', permissions: [] })
    await find('link', /^Lobby:/)
    for (const name of ['Arrange screens', 'Assign screens', 'Change plan'])
      expect(page().queryByRole('button', { name })).toBeNull()
  })
})

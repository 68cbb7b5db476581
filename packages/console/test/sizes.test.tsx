// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import type { Misfit } from '@vitrine/contract/api/base/impact'
import { Layout } from '@vitrine/contract/api/content/layouts'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample, storyboard } from '#test/samples.ts'

setUpConsole()

const RIBBON = { width: 3840, height: 240 }

test('a new layout has one of the known sizes, a usual one, or any other within the limits', async () => {
  const { press, fill, find, isAt } = openConsole('/app/layouts', {})
  await press(/New layout/)
  const asked = await dialog('Which screen is it for?')
  expect(named('button', /^(Landscape|Portrait|Video wall)/, asked.element)).toHaveLength(3)
  await asked.press('Other size…')
  await asked.press(/^Ultra-wide 32:9/)
  expect((await asked.field('Width in pixels')).value).toBe('3840')
  expect((await asked.field('Height in pixels')).value).toBe('1080')
  for (const [width, height] of [
    ['99', '240'],
    ['10001', '240'],
    ['10000', '5001'],
    ['', '240'],
  ] as const) {
    await fill('Width in pixels', width)
    await fill('Height in pixels', height)
    expect((await find('button', 'Create layout')).hasAttribute('disabled')).toBe(true)
  }
  await fill('Width in pixels', '3840')
  await fill('Height in pixels', '240')
  await asked.press('Create layout')
  await isAt('/app/layouts/design?width=3840&height=240')
})

test('a screen gets another size, and loses it with a known one', async () => {
  const { server, press, choose } = openConsole('/app/device-configurations', {
    'deviceConfigurations.create': { configuration: {} },
  })
  await press('New configuration')
  const form = await dialog('New configuration')
  await form.fill(/^Name/, 'Ribbons')
  await choose(/^Screen size/, /^Other size/)
  await form.press(/^Stretched bar/)
  await form.fill(/^Width in pixels/, '3840')
  await form.fill(/^Height in pixels/, '90')
  await form.press('Save')
  await screen.findByText(/needs attention/)
  await form.fill(/^Height in pixels/, '240')
  await form.press('Save')
  const bodies = () => server.named('deviceConfigurations.create').map(({ body }) => body)
  await waitFor(() => expect(bodies()).toMatchObject([{ screenSize: 1, otherSize: RIBBON }]))
  await press('New configuration')
  const again = await dialog('New configuration')
  await again.fill(/^Name/, 'Usual')
  await choose(/^Screen size/, /^Other size/)
  await choose(/^Screen size/, /1080 × 1920/)
  expect(again.page().queryByLabelText(/^Width in pixels/)).toBeNull()
  await again.press('Save')
  await waitFor(() => expect(bodies().at(-1)).toMatchObject({ screenSize: 2, otherSize: null }))
})

test('the size that a screen reports is named beside the chosen one', async () => {
  const facts = { ...RIBBON, userAgent: '', playerVersion: '1', storage: 'cache', touch: false } as const
  const [device] = ONE_OF_EACH['devices.list'].devices
  const reporting = { ...device, screen: facts }
  const { press } = openConsole('/app/devices', {
    ...ONE_OF_EACH,
    'devices.list': { devices: [reporting], total: 1 },
    'devices.get': { device: reporting },
  })
  await press('Edit Lobby screen')
  await screen.findByText(/The screen reports .*3840 × 240/)
})

const misfit: Misfit = {
  page: { width: 1920, height: 1080 },
  screen: RIBBON,
  ...{ empty: 89, letters: 5, pages: 4, screens: 3 },
  firstPages: [{ type: 'card', id: 'c1', name: 'Bread' }],
  firstScreens: [{ id: 'd1', name: 'Escalator' }],
}

test('a storyboard names the screens that its pages do not fit, and offers a copy in their size', async () => {
  const { find } = openConsole('/app/storyboard/standard/edit/s1', {
    'storyboards.get': { storyboard },
    'storyboards.fit': { misfits: [misfit] },
  })
  await screen.findByText(
    /^89% of the screen stays empty: .*Bread.* and 3 more .* on .*Escalator.* and 2 more/,
  )
  screen.getByText(/Smallest letters: 5 px/)
  const link = await find('link', 'Adapt')
  expect(link.getAttribute('href')).toContain('/app/layouts/design?width=3840&height=240&adapt=')
})

const text = { id: 'w1', type: 'text', name: 'Offer', zIndex: 1, width: 900, height: 200, transform: '' }
const layout = sample(Layout, {
  id: 'y1',
  name: 'Lobby',
  width: 1920,
  height: 1080,
  widgets: [text],
  config: { inputs: [{ name: 'w1-text', value: 'Fresh bread' }] },
})

test('an adapted page opens as a new layout in the other size, inside it, and is saved under a new name', async () => {
  const { server, press } = openConsole('/app/layouts/design?width=3840&height=240&adapt=layout:y1', {
    'layouts.documents': { layouts: [layout], next: null },
    'layouts.list': { layoutList: [], total: 0 },
    'layouts.create': { layout: { ...layout, id: 'y2' } },
  })
  await screen.findByDisplayValue('Lobby 3840×240')
  await press(/^Save/)
  await waitFor(() => expect(server.named('layouts.create')).toHaveLength(1))
  const body = server.named('layouts.create')[0]?.body as Layout
  expect(body).toMatchObject({ name: 'Lobby 3840×240', ...RIBBON })
  const [widget] = body.widgets
  expect(widget?.height).toBeLessThanOrEqual(240)
  expect(server.named('layouts.update')).toEqual([])
})

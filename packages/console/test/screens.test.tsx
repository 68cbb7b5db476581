// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { LayoutInput } from '@vitrine/contract/api/content/layouts'
import { describe, expect, test, vi } from 'vitest'
import { expectNotification, notifications, openConsole, setUpConsole } from './console-window.tsx'
import { refuse } from './fake-server.ts'
import { ada, ONE_OF_EACH } from './samples.ts'

setUpConsole()

describe('the designer', () => {
  test('L-008, L-006: a new layout is empty, designed and 1920 by 1080', async () => {
    const { find, user, server } = openConsole('/app/layouts/design', ONE_OF_EACH)
    await find('button', 'Media Zone')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.named('layouts.create')).toHaveLength(1))
    const sent = LayoutInput.parse(server.named('layouts.create')[0]?.body)
    expect(sent).toMatchObject({ type: 'designed', width: 1920, height: 1080, widgets: [] })
    expect(sent.config.inputs).toEqual([])
  })
  test('L-011, X-052, L-010: a layout that fails to load shows an error until a retry', async () => {
    let broken = true
    const { page, press, find } = openConsole('/app/layouts/design/y1', {
      ...ONE_OF_EACH,
      'layouts.get': () => (broken ? refuse(500) : ONE_OF_EACH['layouts.get']),
    })
    await page().findByText('something went wrong')
    broken = false
    await press('Try again')
    await waitFor(() => expect(page().queryByText('something went wrong')).toBeNull())
    await find('button', 'Media Zone')
  })
  test('R-020: without an id the template is empty', async () => {
    const { find, server } = openConsole('/app/cards/design-template', ONE_OF_EACH)
    await find('button', 'Blank page')
    expect(server.named('cards.get')).toEqual([])
  })
  test('R-021: with an id it is that card’s template', async () => {
    const { server, page } = openConsole('/app/cards/design-template/t1', ONE_OF_EACH)
    await waitFor(() => expect(server.named('cards.get').map(({ params }) => params.id)).toEqual(['t1']))
    await page().findByDisplayValue('Weekly offer')
  })
})

describe('the form of a playing card', () => {
  test('names the screens before saving, and afterwards where it went', async () => {
    const [device] = ONE_OF_EACH['devices.list'].devices
    const playing = { storyboardId: 's1', storyboardName: 'Lunch', pageId: 'c1', reason: 'default' }
    const { find, press } = openConsole('/app/cards/edit/c1', {
      ...ONE_OF_EACH,
      'devices.list': { devices: [{ ...device, playing }] },
      'cards.update': ONE_OF_EACH['cards.get']({ params: { id: 'c1' } }),
    })
    await find('button', 'On 1 screen now')
    await press('Save')
    const message = 'Saved. 1 screen will show it in a moment: Lobby screen'
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message })
  })
})

describe('the form of a user', () => {
  test('copies a generated password', async () => {
    const { press, page } = openConsole('/app/user', ONE_OF_EACH)
    await press('Add user')
    await press('Generate password')
    await press('Copy password')
    await page().findByText('Copied')
    const [password] = page().getAllByLabelText<HTMLInputElement>(/^Password/)
    expect(password?.value).not.toBe('')
    expect(await navigator.clipboard.readText()).toBe(password?.value)
  })
})

describe('the library', () => {
  test('X-037: shows an error if it fails to load', async () => {
    openConsole('/app/media-library', { 'media.list': refuse(500) })
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to load data' })
  })
})

describe('approving', () => {
  const [storyboard] = ONE_OF_EACH['storyboards.list'].storyboards
  const pending = { ...storyboard, status: 'pending', publishStatus: 'pending' }
  test.each([
    ['S-012', 'Approve', 'approved', 'Storyboard Approved Successfully'],
    ['S-013', 'Reject', 'rejected', 'Storyboard Rejected Successfully'],
  ])('%s: %s sends %s and reports it', async (_row, press, status, message) => {
    const console = openConsole('/app/storyboard', {
      ...ONE_OF_EACH,
      'storyboards.list': { storyboards: [pending] },
      'storyboards.get': { storyboard: pending },
    })
    await console.press('Review Lunch')
    await console.press(press)
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message })
    expect(console.server.named('storyboards.setStatus').map(({ params }) => params)).toEqual([
      { id: 's1', status },
    ])
    expect(console.server.named('storyboards.setStatus')[0]?.body).toMatchObject({ from: 'pending' })
  })
})

describe('the language', () => {
  const SCREENS = [
    'buildings',
    'user',
    'media-library',
    'cards',
    'storyboard',
    'device-group',
    'profile',
    'layouts',
  ]
  const DATA =
    /A film about su(mmer.mp4|…)|Vitrine|Ada|Lund|Corner bakery|Tower|Amman|Mona|Haddad|mona|ada|example|com|shop|png|PNG|MP4|film|summer|mp4|Summer|Bread|Lunch|Shop front|Lobby|screen|kB|Ctrl|bakery|Ground/g

  test('G-027: is en-us by default', async () => {
    const { find } = openConsole('/app/buildings', ONE_OF_EACH)
    await find('button', 'Add building')
    expect(document.documentElement.lang).toBe('en-us')
  })
  test.each(SCREENS)('G-026: every text of %s is in the chosen language', async (screen) => {
    localStorage.setItem('locale', 'qps-rtl')
    const { startTexts } = await import('#lib/text/i18n.ts')
    await startTexts()
    try {
      openConsole(`/app/${screen}`, ONE_OF_EACH)
      await waitFor(() => expect(document.querySelector('main h1')?.textContent).toMatch(/\S/))
      await new Promise((resolve) => setTimeout(resolve, 200))
      const words = textsOf(document.body).map((text) => text.replace(DATA, ''))
      expect(words.length).toBeGreaterThan(20)
      expect(words.filter((text) => /[a-z]{2}/.test(text))).toEqual([])
    } finally {
      localStorage.removeItem('locale')
    }
  })
  test('X-002: so are error messages', async () => {
    localStorage.setItem('locale', 'qps-rtl')
    const { startTexts } = await import('#lib/text/i18n.ts')
    await startTexts()
    openConsole('/app/media-library', { 'media.list': refuse(500) })
    await waitFor(() => expect(notifications()).toHaveLength(1))
    const [{ title, message } = {}] = notifications()
    expect(`${title}${message}`).toMatch(/\S/)
    expect(`${title}${message}`).not.toMatch(/[a-z]/)
  })
})

/** Visible text and accessible names. */
function textsOf(place: Element): string[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement?.tagName !== 'STYLE') texts.push(node.textContent ?? '')
  for (const element of place.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      texts.push(element.getAttribute(name) ?? '')
  return texts.filter((text) => text.trim())
}

test('B-007: a preview is rescaled 200 ms after the last of many changes of its size', async () => {
  const observed: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #changed: () => void
      constructor(changed: () => void) {
        this.#changed = changed
      }
      observe(element: Element) {
        if (element.hasAttribute('data-true-size')) observed.push(this.#changed)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  let width = 960
  const measured = vi
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockImplementation(() => new DOMRect(0, 0, width, 540))
  const { pick } = openConsole('/app/layouts', ONE_OF_EACH)
  await pick('More actions for Lobby', 'Preview')
  await waitFor(() => expect(observed.length).toBeGreaterThan(0))
  vi.useFakeTimers()
  try {
    const stage = document.querySelector('[data-true-size]')
    const times = () => measured.mock.contexts.filter((element) => element === stage).length
    const before = times()
    width = 480
    for (let n = 0; n < 5; n += 1) {
      observed.at(-1)?.()
      await vi.advanceTimersByTimeAsync(20)
    }
    await vi.advanceTimersByTimeAsync(170)
    expect(times()).toBe(before)
    await vi.advanceTimersByTimeAsync(20)
    expect(times()).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('each kind of TV has a file with the player’s address and three steps', async () => {
  const { find, press, page, user } = openConsole('/app/devices', {
    ...ONE_OF_EACH,
    'devices.playerAddresses': { addresses: ['http://10.0.0.5:8081'], signedBy: 'KEY' },
  })
  await press('Add screen')
  await press('Connect a TV or signage player without a PC')
  const field = await page().findByRole('combobox', { name: 'What is it?' })
  expect(page().queryByRole('link', { name: /^Download/ })).toBeNull()
  await user.click(field)
  await user.click(page().getByRole('option', { name: 'LG TV or signage (webOS)' }))
  const link = await find('link', 'Download vitrine.ipk')
  expect(link.getAttribute('href')).toBe('http://10.0.0.5:8081/api/setup/vitrine.ipk')
  expect(
    page()
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.tagName === 'OL'),
  ).toHaveLength(3)
})

describe('a new screen', () => {
  const screen = { width: 1080, height: 1920, userAgent: 'Mozilla/5.0 (Linux) Chrome/150.0', touch: false }
  const facts = { ...screen, playerVersion: '1', storage: 'memory' }
  const found = (code: string, shape: string) => ({
    code,
    screen: facts,
    sign: { shape, colour: 'pink' },
    ip: '192.168.1.20',
    seenAt: 0,
    suggestedName: 'Screen 3',
  })

  test('is found once it opened the address, and connected with one click', async () => {
    let screens: unknown[] = []
    const { find, press, page, server } = openConsole('/app/devices', {
      ...ONE_OF_EACH,
      'devices.playerAddresses': { addresses: ['http://192.168.1.4:8081'], signedBy: 'KEY' },
      'devices.waiting': () => ({ hint: '0123456789abcdef', screens }),
    })
    await press('Add screen')
    await page().findByText('Waiting for a screen to open this address…')
    const link = await find('link', 'Open a screen in this browser')
    expect(link.getAttribute('href')).toBe('/player/#hint=0123456789abcdef')
    screens = [found('BCDFGH', 'star')]
    await page().findByText('Found a screen', {}, { timeout: 30_000 })
    await page().findByLabelText('The screen shows BCDFGH and the pink star')
    await press('Connect')
    await waitFor(() => expect(server.named('devices.claim')).toHaveLength(1))
    expect(server.named('devices.claim')[0]?.body).toMatchObject({ code: 'BCDFGH', name: 'Screen 3' })
  })

  test('is chosen if several are found, with the address still offered for another', async () => {
    const { press, page } = openConsole('/app/devices', {
      ...ONE_OF_EACH,
      'devices.playerAddresses': { addresses: ['http://192.168.1.4:8081'], signedBy: 'KEY' },
      'devices.waiting': {
        hint: '0123456789abcdef',
        screens: [found('BCDFGH', 'star'), found('JKLMNP', 'circle')],
      },
    })
    await press('Add screen')
    await page().findByText('Found 2 screens')
    await press('Choose JKLMNP')
    await page().findByText('Your screen shows the same sign: the pink circle.')
    expect(page().queryByLabelText('Code on the screen')).toBeNull()
    await press('Cancel')
    await press('Connect another screen')
    await page().findByText('http://192.168.1.4:8081')
  })
})

test('during an emergency takeover, the dashboard says that screens show it', async () => {
  const [device] = ONE_OF_EACH['devices.list'].devices
  const playing = { storyboardId: null, storyboardName: null, pageId: null, reason: 'takeover', since: null }
  const { page } = openConsole('/app/dashboard', {
    ...ONE_OF_EACH,
    'devices.list': { devices: [{ ...device, playing, pictureAt: null }] },
  })
  const tile = await page().findByRole('link', { name: /Lobby screen/ })
  expect(tile.textContent?.match(/Emergency takeover/g)).toHaveLength(2)
  expect(tile.textContent).not.toMatch(/Nothing/)
})

describe('the first run', () => {
  test('asks for the name of the business and the time zone, by city', async () => {
    const { field, fill, press, server } = openConsole(
      '/app/dashboard',
      {},
      { organization: { ...ada.organization, id: 'o1', name: 'Home' } },
    )
    const zone = await field("Screens' time zone")
    expect(zone.value).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1))
    await fill('Business name', ' Nile Café ')
    await press('Save')
    await waitFor(() => expect(server.named('organizations.update')).toHaveLength(1))
    expect(server.named('organizations.update')[0]?.body).toEqual({ name: 'Nile Café' })
    expect(server.named('organizations.update')[0]?.params).toEqual({ id: 'o1' })
  })
  test('saves the name when its field is left, and a chosen ready-made page greets with it', async () => {
    const [device] = ONE_OF_EACH['devices.list'].devices
    const organization = { ...ada.organization, id: 'o1', name: 'Home' }
    const { field, fill, press, server } = openConsole(
      '/app/dashboard',
      {
        'devices.list': { devices: [{ ...device, playing: null }] },
        'auth.profile': () => ({ profile: { ...ada, organization } }),
      },
      { organization },
    )
    await press('Welcome')
    await fill('Business name', 'Nile Café')
    organization.name = 'Nile Café'
    fireEvent.focusOut(await field('Business name'))
    await waitFor(() => expect(server.named('auth.profile').length).toBeGreaterThan(0))
    expect(server.named('organizations.update')).toHaveLength(1)
    await press('Play on Lobby screen')
    await waitFor(() => expect(server.named('cards.create')).toHaveLength(1))
    expect(JSON.stringify(server.named('cards.create')[0]?.body)).toContain('Nile Café')
  })
  test('finds a time zone by the beginning of its city first', async () => {
    const { field, fill, page } = openConsole('/app/dashboard', {})
    fireEvent.click(await field("Screens' time zone"))
    await fill("Screens' time zone", 'tok')
    const [first] = await page().findAllByRole('option')
    expect(first?.textContent).toBe('Tokyo (Asia)')
  })
})

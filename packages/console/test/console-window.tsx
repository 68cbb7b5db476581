import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { configure, getQueriesForElement, waitFor } from '@testing-library/dom'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { followSession } from '#app/follow-session.ts'
import { createConsoleRouter } from '#app/router.tsx'
import { STORED, storage } from '#lib/browser/storage.ts'
import { closeDialog } from '#lib/opened-dialog.ts'
import { overlay } from '#lib/overlay.ts'
import { closePlayOn } from '#lib/play-on.ts'
import { queries } from '#lib/query.ts'
import { session } from '#lib/session/session.ts'
import { addTexts, startTexts } from '#lib/text/i18n.ts'
import { toasts } from '#lib/toasts.ts'
import texts from '#locales/en-us.json'
import { ConsoleTheme } from '#ui/theme/theme.tsx'
import { type Answers, FakeServer, requestsTo } from './fake-server.ts'
import { ada } from './samples.ts'

configure({
  // Without styles visibility can't be computed, and checking it is slow.
  defaultHidden: true,
  // A slow machine is not a failure. Mutation tests, which nearly always run into this limit, set a shorter one.
  asyncUtilTimeout: Number(import.meta.env.VITE_SCREEN_WAIT_MS ?? 30_000),
  getElementError: (message) => new Error(message ?? 'Not found'),
})

/** The scope of a query: the whole page, or the topmost dialog. */
type Place = () => HTMLElement
type Text = string | RegExp

// Stubs for APIs that happy-dom lacks: fonts, animations and canvases.
const STILL = { cancel: () => {}, pause: () => {}, play: () => {} } as Animation
const BRUSH = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as CanvasRenderingContext2D
const FONTS = Object.assign(new EventTarget(), { ready: Promise.resolve(), forEach: () => {} })

let close: (() => void) | undefined

/** Call it once in a test file that opens the console. `once`: share one console among all tests. */
export function setUpConsole({ once = false } = {}): void {
  const before = once ? beforeAll : beforeEach
  const after = once ? afterAll : afterEach
  before(async () => {
    // Test files share their modules, which keep values in memory if they are stored after the window has closed.
    for (const key of Object.values(STORED)) storage.set(key, null)
    toasts.setState({ showing: [], history: [] })
    vi.stubGlobal('scrollTo', () => {})
    // Mantine warns about menus without a visible item; without styles nothing is visible.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    // Virtual lists render only rows that fit, and without layout every size is zero.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280)
    Object.defineProperty(document, 'fonts', { configurable: true, value: FONTS })
    vi.stubGlobal('Path2D', class {})
    vi.spyOn(Element.prototype, 'animate').mockReturnValue(STILL)
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(BRUSH)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['drawn'])))
    await startTexts()
  })
  after(async () => {
    // Restore the language: other test files run in the same process.
    await i18next.changeLanguage('en-us')
    close?.()
    close = undefined
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    // Requests in flight must not reach the network.
    vi.stubGlobal('fetch', () => new Promise(() => {}))
  })
}

/**
 * Opens the console at a URL with a fake server: the real screens, router, session and texts, without a browser.
 * `person`: overrides for an admin of one organization; null: logged out.
 */
export function openConsole(address: string, answers: Answers = {}, person: Partial<Profile> | null = {}) {
  const server = new FakeServer(answers)
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('XMLHttpRequest', requestsTo(server))
  if (person)
    session.signIn({
      token: 'token-1',
      refreshToken: 'refresh-1',
      profile: { ...ada, ...person },
    })
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [address] }))
  const unfollow = followSession(router)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  close = () => {
    unfollow()
    root.unmount()
    document.body.replaceChildren()
    queries.clear()
    toasts.setState({ showing: [], history: [] })
    // Test files share their modules, and the next console would open with this dialog.
    closePlayOn()
    closeDialog()
    overlay.setState({ count: 0 })
    session.end('left')
    localStorage.clear()
    expect(wholeLibraries(server), 'requests for the documents of a whole library').toEqual([])
  }
  return { server, router, ...hands(() => document.body), isAt: isAt(router) }
}

/** A library may have 100,000 pages, so screens must request documents by id or in pages. */
const wholeLibraries = ({ received }: FakeServer): readonly string[] =>
  received
    .filter(({ name, query }) => name.endsWith('.documents') && !query.ids && !query.pageSize)
    .map(({ name }) => name)

/** Renders a single component of the console. */
export function show(part: ReactNode) {
  addTexts(texts)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<ConsoleTheme>{part}</ConsoleTheme>)
  close = () => {
    root.unmount()
    document.body.replaceChildren()
  }
  return hands(() => document.body)
}

/** Waits for this URL. */
const isAt = (router: ReturnType<typeof createConsoleRouter>) => (address: string) =>
  waitFor(() => expect(router.state.location.href).toBe(address))

export type Console = ReturnType<typeof openConsole>

const NAMED = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  option: '[role="option"]',
  menuitem: '[role="menuitem"]',
  radio: 'input[type="radio"]',
  checkbox: 'input[type="checkbox"]',
  tab: '[role="tab"]',
  dialog: '[role="dialog"], dialog[open]',
  row: 'tr',
} as const
export type Kind = keyof typeof NAMED

/**
 * All elements of a kind with this name, in document order. Matches labels or text, a hundred times faster than the
 * full accessible name, which the journeys check.
 */
export function named(kind: Kind, name: Text, place: HTMLElement = document.body): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(NAMED[kind])].filter((element) => {
    const found = nameOf(element)
    return typeof name === 'string' ? found === name : name.test(found)
  })
}

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = by.length > 0 ? by.map((id) => document.getElementById(id)) : labelsOf(element)
  const texts = labels.length > 0 ? labels : [element]
  return texts.map((text) => text?.textContent?.trim() ?? '').join(' ')
}
const labelsOf = (element: HTMLElement): HTMLElement[] =>
  element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []

async function find(kind: Kind, name: Text, place: Place): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = named(kind, name, place())
    if (!found)
      throw new Error(`No ${kind} "${name}" among: ${named(kind, /./, place()).map(nameOf).join(' | ')}`)
    return found
  })
}

/** User actions by visible text. */
function hands(place: Place) {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const page = () => getQueriesForElement(place())
  const click = async (kind: Kind, name: Text) => user.click(await find(kind, name, place))
  const field = (label: Text) =>
    page().findByLabelText(label, { selector: 'input,textarea' }) as Promise<HTMLInputElement>
  return {
    user,
    page,
    click,
    field,
    find: (kind: Kind, name: Text) => find(kind, name, place),
    press: (name: Text) => click('button', name),
    fill: async (label: Text, text: string) => {
      const input = await field(label)
      await user.clear(input)
      await user.click(input)
      await user.paste(text)
    },
    /** Selects an option in the select with this label. */
    choose: async (label: Text, option: Text) => {
      const input = await field(label)
      await user.click(input)
      const list = () => document.getElementById(input.getAttribute('aria-controls') ?? '') ?? document.body
      await user.click(await find('option', option, list))
    },
    /** Opens a button's menu and clicks an item. */
    pick: async (menu: Text, entry: Text) => {
      await click('button', menu)
      await user.click(await find('menuitem', entry, () => document.body))
    },
  }
}

/** The open dialog with this title. */
export async function dialog(title: Text) {
  const element = await find('dialog', title, () => document.body)
  return { element, ...hands(() => element) }
}

interface Notification {
  /** Its color: negative is red, positive green. */
  kind?: string
  title?: string
  message?: string
}

/** The visible toasts, oldest first. */
export const notifications = (): Notification[] =>
  [...document.querySelectorAll<HTMLElement>('[data-kind][role]')].map((shown) => {
    const [title, message] = [...shown.querySelectorAll('strong, strong + span')].map(
      ({ textContent }) => textContent,
    )
    return { kind: shown.dataset.kind, title, message }
  })

/** Waits until the newest toast matches. */
export async function expectNotification(expected: Notification): Promise<void> {
  await waitFor(() => {
    const shown = notifications()
    expect(shown.at(-1), JSON.stringify(shown)).toEqual(expected)
  })
}

import { expect, type Locator, type Page } from '@playwright/test'
import type { SourceFile } from './content.ts'
import type { Credentials } from './server.ts'

/** The console as a user perceives it: elements are found by role and name. */
export class Console {
  readonly page: Page
  readonly url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
  }

  /** Opens an address of the console: `#/app/buildings`. */
  async open(hash = ''): Promise<void> {
    const loaded = await this.page.goto(`${this.url}/${hash}`)
    // Another hash loads no page: the old screen, with buttons of the same names, stays until the next one is ready.
    if (!loaded) await this.page.waitForFunction(hasArrived)
  }

  /** Another tab of the same browser. */
  async anotherTab(hash: string): Promise<Page> {
    const page = await this.page.context().newPage()
    await page.goto(`${this.url}/${hash}`)
    return page
  }

  /**
   * Opens a screen with a new session, past the login page and the dashboard: other journeys cover them, and each screen
   * on the way takes a third of a second of processor time.
   */
  async openAs(credentials: Credentials, hash?: string): Promise<void> {
    const answer = await this.page.request.post(`${this.url}/api/auth/login`, { data: credentials })
    const { token, refreshToken, profile } = await answer.json()
    // The smallest file of the origin that keeps the session.
    await this.page.goto(`${this.url}/mark.svg`)
    await this.page.evaluate(
      (entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      },
      { token, refreshToken, profile: JSON.stringify(profile) },
    )
    await this.open(hash ?? '#/app/dashboard')
    if (hash) await this.page.waitForFunction(hasArrived)
    else await this.title('Dashboard')
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    await this.open('#/auth/login')
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Log in', exact: true }).click()
    await this.isAt('/app/dashboard')
    await this.title('Dashboard')
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log out' }).click()
    await this.isAt('/auth/login')
  }

  /** Waits until the router is at this route, with any search. */
  async isAt(route: string | RegExp): Promise<void> {
    await expect
      .poll(() => new URL(this.page.url()).hash.slice(1).split('?')[0], { message: 'the address' })
      [typeof route === 'string' ? 'toBe' : 'toMatch'](route as string & RegExp)
  }

  async title(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: text })).toBeVisible()
  }

  /** Waits until a screen is drawn with what it loads; the designer has a name instead of a title, a preview is a dialog. */
  async settled(): Promise<void> {
    const title = this.page.getByRole('heading', { level: 1 })
    const name = this.page.getByRole('textbox', { name: / name$/ })
    await expect(title.or(name).or(this.page.getByRole('dialog')).first()).toBeVisible()
    await expect(this.page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  }

  async go(entry: string): Promise<void> {
    await this.menu.getByRole('link', { name: entry, exact: true }).click()
  }

  get menu(): Locator {
    return this.page.getByRole('navigation', { name: 'Main menu' })
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name })
  }

  row(table: string, text: string | RegExp): Locator {
    return this.table(table).getByRole('row').filter({ hasText: text })
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name, exact: typeof name === 'string' })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** A text field by exactly its label, on the screen or in a dialog. */
  field(label: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('textbox', { name: label, exact: true })
  }

  /** Chooses from a list by its label. */
  async choose(label: string, choice: string, within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('combobox', { name: label, exact: true }).click()
    await this.page.getByRole('option', { name: choice, exact: true }).click()
  }

  /** Opens the browser's file chooser with `open` and picks a file. */
  async chooseFile(open: () => Promise<void>, file: SourceFile): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    // The browser must register the listener before the click: a round trip ensures that.
    await this.page.evaluate(() => undefined)
    await open()
    await (await chooser).setFiles(file)
  }

  /** Clicks the create button; an empty list has two, above it and in its middle. */
  add(name: string): Promise<void> {
    return this.button(name).first().click()
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: 'Messages' }).getByText(text)
  }
}

/** Runs in the page: whether its router matches the URL, or a confirmation is open. */
function hasArrived(): boolean {
  const state = (window as unknown as { __TSR_ROUTER__?: { state: RouterState } }).__TSR_ROUTER__?.state
  const isShown = state?.resolvedLocation?.pathname === location.hash.slice(1).split('?')[0]
  return (
    (isShown && state?.status === 'idle') || document.querySelector('dialog[open], [role$="dialog"]') !== null
  )
}

interface RouterState {
  status: string
  resolvedLocation?: { pathname: string }
}

import type { WebPicture } from '@vitrine/contract/api/content/web-picture'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import { ASKS_PASSWORD, FOCUS_FIELD, SUBMIT } from './page-scripts.ts'
import { PhotoFailed } from './photo-failed.ts'
import type { Tab } from './tab.ts'

type Login = WebPicture['login']

/** Whether the page is the one that asks for a password, or was refused for the lack of one. */
export async function isLoggedOut(tab: Tab, { kind, page, passwordField }: Login): Promise<boolean> {
  if (tab.status === 401 || tab.status === 403) return true
  if (kind !== 'form') return false
  const { asks, address } = await tab.call<{ asks: boolean; address: string }>(ASKS_PASSWORD, passwordField)
  return asks || placeOf(address) === placeOf(page)
}

const placeOf = (address: string): string => {
  const url = webUrl(address)
  return url ? url.origin + url.pathname : ''
}

/**
 * Fills in the login page: both fields at the same time, or the name first and the password on the next page. What is secret
 * is typed only into pages of the login page's own origin. `most`: milliseconds for all of it. Throws PhotoFailed.
 */
export async function logIn(tab: Tab, login: Login, password: string, most: number): Promise<void> {
  const end = performance.now() + most
  const left = () => Math.max(0, end - performance.now())
  const url = webUrl(login.page)
  if (!url) throw new PhotoFailed('login-fields')
  await tab.navigate(url.href)
  if (tab.status >= 400 && tab.status !== 401 && tab.status !== 403)
    throw new PhotoFailed('status', String(tab.status))
  await tab.quiet(left() / 2)
  const fill = async (which: 'user' | 'password', text: string): Promise<boolean> => {
    const own = which === 'user' ? login.userField : login.passwordField
    const { found, origin } = await tab.call<{ found: boolean; origin: string }>(FOCUS_FIELD, which, own)
    if (!found) return false
    if (origin !== url.origin) throw new PhotoFailed('login-elsewhere', webUrl(origin)?.host)
    await tab.send('Input.insertText', { text })
    return true
  }
  const submit = async () => {
    if (await tab.call<boolean>(SUBMIT, login.submitField)) return
    for (const type of ['keyDown', 'keyUp'])
      await tab.send('Input.dispatchKeyEvent', {
        type,
        key: 'Enter',
        code: 'Enter',
        text: '\r',
        windowsVirtualKeyCode: 13,
      })
  }
  const asks = async () => (await tab.call<{ asks: boolean }>(ASKS_PASSWORD, login.passwordField)).asks
  // Some pages ask for the password alone.
  let hasUser = false
  const isForm = async () => {
    hasUser = await fill('user', login.user)
    return hasUser || (await asks())
  }
  if (!(await tab.until(isForm, left()))) throw new PhotoFailed('login-fields')
  if (!hasUser) await fill('user', login.user)
  if (!(await fill('password', password))) {
    await submit()
    await tab.until(asks, left())
    if (!(await fill('password', password))) throw new PhotoFailed('login-fields')
  }
  await submit()
  if (!(await tab.until(async () => !(await asks()), left()))) throw new PhotoFailed('login-refused')
  await tab.quiet()
}

import { PICTURE_SIZE, type WebPicture } from '@vitrine/contract/api/content/web-picture'
import { type ForwardProxy, openForwardProxy } from '#lib/http/egress/forward-proxy.ts'
import { BrowserEnded, withBrowser } from '#lib/work/browser.ts'
import { BrowserRefused, type DevTools } from '#lib/work/devtools.ts'
import { HAS_ELEMENT, HIDE, PAINTED, PLACE_OF } from './page-scripts.ts'
import { PhotoFailed } from './photo-failed.ts'
import { isLoggedOut, logIn } from './sign-in.ts'
import { type BrowserCookie, Tab, type Viewport } from './tab.ts'

/** What is secret of a login. */
export interface PageSecrets {
  /** In the order of the login's parts. */
  values: readonly string[]
  password: string
}

/** A page to photograph. */
export interface PhotoOrder {
  address: string
  /** Percent. */
  zoom: number
  picture: WebPicture
  /** Undefined if nothing is stored. */
  secrets: PageSecrets | undefined
  /** Cookies of the last login. */
  session: readonly BrowserCookie[]
}

export interface Photo {
  image: Buffer
  mimetype: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** JPEG. */
  thumbnail: Buffer
  /** For the next picture; undefined without a login that made any. */
  session: BrowserCookie[] | undefined
}

export interface PhotoLimits {
  chromium: string
  localHosts: readonly string[]
  signal: AbortSignal
  /** Milliseconds in total. */
  time?: number
  /** Megabytes of the browser's processes. */
  memory?: number
  /** Of all responses together. */
  maxBytes?: number
}

const TIME_MS = 45_000
/** Of the time, for a page's first response, and for all steps of a login: 20 seconds. */
const NAVIGATE_SHARE = 4 / 9
const LOGIN_SHARE = 4 / 9
const MEMORY_MB = 1500
const MAX_BYTES = 100 * 2 ** 20
const SELECTOR_MS = 20_000
/** Larger ones are compressed as photos are, if that is smaller. */
const PNG_BYTES = 400_000
const IMAGE_MAX = 12 * 2 ** 20
const THUMBNAIL_WIDTH = 640

/** Photographs a page in a browser that is ended afterwards. Throws PhotoFailed. */
export async function takePhoto(order: PhotoOrder, limits: PhotoLimits): Promise<Photo> {
  const { chromium, localHosts, signal } = limits
  const proxy = await openForwardProxy({ localHosts, maxBytes: limits.maxBytes ?? MAX_BYTES })
  const run = {
    proxyPort: proxy.port,
    time: limits.time ?? TIME_MS,
    memory: limits.memory ?? MEMORY_MB,
    signal,
  }
  try {
    const photo = await withBrowser(chromium, run, (browser) => photograph(browser, order, proxy, run.time))
    if (proxy.isFull()) throw new PhotoFailed('too-large')
    return photo
  } catch (error) {
    signal.throwIfAborted()
    if (proxy.isFull()) throw new PhotoFailed('too-large')
    if (error instanceof BrowserEnded)
      throw new PhotoFailed(error.why === 'late' ? 'timeout' : error.why === 'memory' ? 'memory' : 'browser')
    throw error instanceof BrowserRefused ? new PhotoFailed('browser') : error
  } finally {
    await proxy.close()
  }
}

async function photograph(
  browser: DevTools,
  order: PhotoOrder,
  proxy: ForwardProxy,
  time: number,
): Promise<Photo> {
  const { address, picture, secrets, zoom } = order
  const { login, width, height, dark } = picture
  const scale = zoom / 100
  const viewport = { width: Math.round(width / scale), height: Math.round(height / scale), scale, dark }
  const tab = await Tab.open(browser, viewport, {
    refusalOf: proxy.refusalOf,
    navigateMs: time * NAVIGATE_SHARE,
  })
  if (login.kind !== 'none' && !secrets) throw new PhotoFailed('login-missing')
  await useSecrets(tab, order)
  await tab.navigate(address)
  await settle(tab, picture)
  let isLoggedIn = order.session.length > 0
  if (await isLoggedOut(tab, login)) {
    if (login.kind === 'none') throw new PhotoFailed('status', String(tab.status))
    if (login.kind !== 'form' || !secrets) throw new PhotoFailed('login-refused', String(tab.status))
    await logIn(tab, login, secrets.password, time * LOGIN_SHARE)
    await tab.navigate(address)
    await settle(tab, picture)
    if (await isLoggedOut(tab, login)) throw new PhotoFailed('login-refused')
    isLoggedIn = true
  }
  if (tab.status >= 400) throw new PhotoFailed('status', String(tab.status))
  await waitFor(tab, picture.wait)
  const hidden = picture.hide.filter((selector) => selector !== '')
  if (hidden.length > 0) await selecting(hidden.join(', '), 'selector', () => tab.call(HIDE, hidden))
  await tab.call(PAINTED)
  const image = await capture(tab, order, viewport)
  return { ...image, session: isLoggedIn && login.kind === 'form' ? await tab.cookies() : undefined }
}

async function useSecrets(
  tab: Tab,
  { address, picture: { login }, secrets, session }: PhotoOrder,
): Promise<void> {
  const parts = login.parts.map(({ name }, index) => ({ name, value: secrets?.values[index] ?? '' }))
  const { origin } = new URL(address)
  await tab.use({
    origin,
    headers: login.kind === 'headers' ? parts : [],
    basic:
      login.kind === 'basic' && secrets ? { username: login.user, password: secrets.password } : undefined,
  })
  if (login.kind === 'cookies') await tab.setCookies(parts.map((part) => ({ ...part, url: address })))
  if (login.kind === 'form') await tab.setCookies(session)
}

/** Until the page has its first content, whatever is waited for then. */
const settle = (tab: Tab, { wait, login }: WebPicture): Promise<void> =>
  wait.until === 'quiet' || login.kind === 'form' ? tab.quiet() : Promise.resolve()

async function waitFor(tab: Tab, { until, seconds, selector }: WebPicture['wait']): Promise<void> {
  if (until === 'seconds') await tab.wait(seconds * 1000)
  if (until !== 'selector') return
  const isThere = await selecting(selector, 'selector', () =>
    tab.until(() => tab.call<boolean>(HAS_ELEMENT, selector), SELECTOR_MS),
  )
  if (!isThere) throw new PhotoFailed('selector', selector)
}

/** A selector that the browser doesn't understand is the author's, not the browser's. */
async function selecting<T>(
  selector: string,
  problem: 'selector' | 'part',
  act: () => Promise<T>,
): Promise<T> {
  return act().catch((error: unknown) => {
    throw error instanceof BrowserRefused ? new PhotoFailed(problem, selector) : error
  })
}

interface Clip {
  x: number
  y: number
  width: number
  height: number
}

async function capture(
  tab: Tab,
  { picture: { part } }: PhotoOrder,
  { width, height, scale }: Pick<Viewport, 'width' | 'height' | 'scale'>,
): Promise<Omit<Photo, 'session'>> {
  const place = part === '' ? { x: 0, y: 0, width, height } : await placeOf(tab, part)
  const clip = {
    ...place,
    width: Math.min(place.width, PICTURE_SIZE.most / scale),
    height: Math.min(place.height, PICTURE_SIZE.mostHigh / scale),
  }
  const shoot = async (format: 'png' | 'jpeg', size: number): Promise<Buffer> => {
    const { data } = await tab.send<{ data: string }>('Page.captureScreenshot', {
      format,
      ...(format === 'jpeg' && { quality: 85 }),
      clip: { ...clip, scale: size },
      captureBeyondViewport: part !== '',
    })
    return Buffer.from(data, 'base64')
  }
  const png = await shoot('png', 1)
  const jpeg = png.length > PNG_BYTES ? await shoot('jpeg', 1) : undefined
  const image = jpeg && jpeg.length < png.length ? jpeg : png
  if (image.length > IMAGE_MAX) throw new PhotoFailed('too-large')
  return {
    image,
    mimetype: image === jpeg ? 'image/jpeg' : 'image/png',
    width: Math.round(clip.width * scale),
    height: Math.round(clip.height * scale),
    thumbnail: await shoot('jpeg', Math.min(1, THUMBNAIL_WIDTH / (clip.width * scale))),
  }
}

async function placeOf(tab: Tab, part: string): Promise<Clip> {
  const place = await selecting(part, 'part', () => tab.call<Clip | null>(PLACE_OF, part))
  if (!place || place.width < 1 || place.height < 1) throw new PhotoFailed('part', part)
  return place
}

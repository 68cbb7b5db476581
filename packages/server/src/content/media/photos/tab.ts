import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserEvent, BrowserGone, BrowserRefused, type DevTools } from '#lib/work/devtools.ts'
import { PhotoFailed } from './photo-failed.ts'

/** Milliseconds until a page that never rests is taken as it is. */
const QUIET_MS = 12_000
/** How often a condition is looked at. */
const LOOK_MS = 200
const WORLD = 'vitrine'

/** Secrets for requests to one origin. */
export interface OriginSecrets {
  origin: string
  headers: readonly { name: string; value: string }[]
  basic: { username: string; password: string } | undefined
}

export interface Viewport {
  /** CSS pixels. */
  width: number
  height: number
  /** Pixels of the picture per CSS pixel. */
  scale: number
  dark: boolean
}

export interface BrowserCookie {
  name: string
  value: string
  domain: string
  path: string
  secure: boolean
  httpOnly: boolean
  sameSite?: string
  expires?: number
}

interface TabWays {
  /** Why the host of a page couldn't be reached, if the way out refused it. */
  refusalOf: (host: string) => string | undefined
  /** Milliseconds for a page's first response. */
  navigateMs: number
}

/** One page of the browser, which nothing outlives: neither cookies nor storage. */
export class Tab {
  readonly #browser: DevTools
  readonly #context: string
  readonly #target: string
  readonly #session: string
  readonly #ways: TabWays
  #frame = ''
  #isQuiet = false
  #status = 0
  #type = ''
  #address = ''
  readonly #asked = new Set<string>()

  private constructor(
    browser: DevTools,
    ids: { context: string; target: string; session: string },
    ways: TabWays,
  ) {
    this.#browser = browser
    this.#context = ids.context
    this.#target = ids.target
    this.#session = ids.session
    this.#ways = ways
  }

  static async open(
    browser: DevTools,
    { width, height, scale, dark }: Viewport,
    ways: TabWays,
  ): Promise<Tab> {
    // What such a context stores stays in memory.
    const { browserContextId: context } = await browser.send<{ browserContextId: string }>(
      'Target.createBrowserContext',
    )
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: context })
    const { targetId: target } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context,
    })
    const { sessionId: session } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: target,
      flatten: true,
    })
    const tab = new Tab(browser, { context, target, session }, ways)
    browser.on((event) => tab.#receive(event))
    await browser.send('Target.setDiscoverTargets', { discover: true })
    const { frameTree } = await tab.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
    tab.#frame = frameTree.frame.id
    await tab.send('Page.enable')
    await tab.send('Page.setLifecycleEventsEnabled', { enabled: true })
    await tab.send('Network.enable')
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: scale,
      mobile: false,
    })
    await tab.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
    return tab
  }

  send<T>(method: string, params: object = {}): Promise<T> {
    return this.#browser.send<T>(method, params, this.#session)
  }

  get status(): number {
    return this.#status
  }

  /** Adds secrets to the requests of one origin, and to no other. */
  async use({ origin, headers, basic }: OriginSecrets): Promise<void> {
    if (headers.length === 0 && !basic) return
    this.#browser.on(({ method, params, sessionId }) => {
      if (sessionId !== this.#session) return
      if (method === 'Fetch.requestPaused') this.#passOn(params as unknown as Paused, origin, headers)
      if (method === 'Fetch.authRequired') this.#answerAuth(params as unknown as AuthRequired, origin, basic)
    })
    await this.send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true })
  }

  /** Throws PhotoFailed if the page can't be opened; its status is in `status`. */
  async navigate(address: string): Promise<void> {
    this.#isQuiet = false
    this.#status = 0
    this.#type = ''
    this.#address = address
    const late = sleep(this.#ways.navigateMs, undefined, { ref: false }).then(() => {
      throw new PhotoFailed('timeout')
    })
    const { errorText } = await Promise.race([
      this.send<{ errorText?: string }>('Page.navigate', { url: address }),
      late,
    ])
    if (errorText) throw this.#failureOf(errorText)
    if (this.#type !== '' && !/^(text\/|image\/|application\/(xhtml|pdf|json|xml))/.test(this.#type))
      throw new PhotoFailed('not-a-page', this.#type)
  }

  #failureOf(error: string): PhotoFailed {
    const host = URL.canParse(this.#address) ? new URL(this.#address).host : ''
    const refusal = this.#ways.refusalOf(host)
    if (refusal === 'local' || /UNSAFE_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME/.test(error))
      return new PhotoFailed('local', host)
    if (refusal === 'size') return new PhotoFailed('too-large')
    if (/ERR_CERT|ERR_SSL/.test(error)) return new PhotoFailed('certificate', host)
    if (/ERR_ABORTED/.test(error)) return new PhotoFailed('not-a-page')
    if (/TIMED_OUT/.test(error)) return new PhotoFailed('timeout')
    return new PhotoFailed('unreachable', host)
  }

  /** Waits until the page loads nothing more, or for `most` milliseconds. */
  async quiet(most = QUIET_MS): Promise<void> {
    await this.until(async () => this.#isQuiet, most)
  }

  /** Throws BrowserGone. */
  async wait(milliseconds: number): Promise<void> {
    await this.until(async () => false, milliseconds)
  }

  /** Looks until a condition holds; false if it doesn't in time. Throws BrowserGone. It doesn't hold in a page that is being left. */
  async until(holds: () => Promise<boolean>, most: number): Promise<boolean> {
    const end = performance.now() + most
    for (;;) {
      this.#browser.throwIfGone()
      const is = await holds().catch((error: unknown) => {
        if (error instanceof BrowserRefused) return false
        throw error
      })
      if (is) return true
      if (performance.now() >= end) return false
      await sleep(LOOK_MS)
    }
  }

  /** Calls a function of `page-scripts.ts` in the page. Arguments are values, never code. */
  async call<T>(script: string, ...values: unknown[]): Promise<T> {
    const { executionContextId } = await this.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      {
        frameId: this.#frame,
        worldName: WORLD,
      },
    )
    const { result, exceptionDetails } = await this.send<{ result: { value: T }; exceptionDetails?: object }>(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: script,
        executionContextId,
        arguments: values.map((value) => ({ value })),
        returnByValue: true,
        awaitPromise: true,
      },
    )
    if (exceptionDetails) throw new BrowserRefused('The page has no such selector')
    return result.value
  }

  async setCookies(cookies: readonly object[]): Promise<void> {
    if (cookies.length > 0) await this.send('Network.setCookies', { cookies })
  }

  async cookies(): Promise<BrowserCookie[]> {
    const found = await this.#browser.send<{ cookies: BrowserCookie[] }>('Storage.getCookies', {
      browserContextId: this.#context,
    })
    return found.cookies
  }

  #receive({ method, params, sessionId }: BrowserEvent): void {
    if (method === 'Target.targetCreated') this.#closeOther(params as unknown as { targetInfo: TargetInfo })
    if (sessionId !== this.#session) return
    if (method === 'Page.javascriptDialogOpening')
      this.#order('Page.handleJavaScriptDialog', { accept: false })
    const { frameId, type } = params
    if (frameId !== this.#frame) return
    if (method === 'Page.lifecycleEvent') {
      if (params.name === 'init') this.#isQuiet = false
      if (params.name === 'networkIdle') this.#isQuiet = true
    }
    if (method === 'Network.requestWillBeSent' && type === 'Document')
      this.#address = (params.request as { url: string }).url
    if (method === 'Network.responseReceived' && type === 'Document') {
      const { status, mimeType } = params.response as { status: number; mimeType: string }
      this.#status = status
      this.#type = mimeType
    }
  }

  #closeOther({ targetInfo: { type, targetId } }: { targetInfo: TargetInfo }): void {
    if (type !== 'page' || targetId === this.#target) return
    this.#browser.send('Target.closeTarget', { targetId }).catch(ignoreGone)
  }

  #passOn({ requestId, request }: Paused, origin: string, headers: OriginSecrets['headers']): void {
    const isOurs = URL.canParse(request.url) && new URL(request.url).origin === origin
    const names = new Set(headers.map(({ name }) => name.toLowerCase()))
    const own = Object.entries(request.headers).filter(
      ([name, value]) =>
        !names.has(name.toLowerCase()) || (!isOurs && !headers.some((each) => each.value === value)),
    )
    const sent = [...own.map(([name, value]) => ({ name, value })), ...(isOurs ? headers : [])]
    this.#order('Fetch.continueRequest', { requestId, headers: sent })
  }

  #answerAuth(
    { requestId, authChallenge }: AuthRequired,
    origin: string,
    basic: OriginSecrets['basic'],
  ): void {
    const mayAnswer = basic && authChallenge.source === 'Server' && authChallenge.origin === origin
    const isFirst = !this.#asked.has(requestId)
    this.#asked.add(requestId)
    const answer =
      mayAnswer && isFirst ? { response: 'ProvideCredentials', ...basic } : { response: 'CancelAuth' }
    this.#order('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer })
  }

  #order(method: string, params: object): void {
    this.send(method, params).catch(ignoreGone)
  }
}

interface TargetInfo {
  type: string
  targetId: string
}
interface Paused {
  requestId: string
  request: { url: string; headers: Record<string, string> }
}
interface AuthRequired {
  requestId: string
  authChallenge: { source?: string; origin: string }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof BrowserGone || error instanceof BrowserRefused)) throw error
}

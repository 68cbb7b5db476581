import { isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { FrameRules } from '#downlink/package-bridge.ts'

type Report = (path: string, host: string) => void

type PageWindow = Window & { ReportingObserver?: typeof ReportingObserver }

/** A browser's own page fires `load` soon after the report of what it blocked. */
const LOAD_MS = 2000
/** Times that a frame gets our page. A package may set its own again and again. */
const REPLACED_MOST = 50

const watched = new WeakSet<Document>()
/** How often each frame got our page. */
const replaced = new WeakMap<Element, number>()
let rules: FrameRules | undefined

/**
 * A kiosk's browser opens allowed sites only, and shows its own error in place of others. Shows ours in the frames of
 * this origin's packages. Call it again to follow frames that packages add later.
 */
export function watchFrames(given: FrameRules | undefined, report: Report): void {
  rules = given
  if (!rules) return
  for (let index = 0; index < parent.length; index++) {
    const frame = parent[index]
    try {
      if (frame && frame !== self && frame.location.pathname.startsWith('/p/')) watch(frame, report)
    } catch {
      // A frame of another origin.
    }
  }
}

function watch(page: PageWindow, report: Report): void {
  const { document, location } = page
  const reportHost = (host: string) => report(location.pathname, host)
  if (!watched.has(document)) {
    watched.add(document)
    followReports(page, reportHost)
  }
  for (const frame of framesOf(document)) {
    if (!replaced.has(frame)) {
      replaced.set(frame, 0)
      frame.addEventListener('load', () => look(frame, reportHost))
      // The package gives it another page, which our `srcdoc` would hide.
      const changes = new MutationObserver(() => replaced.get(frame) && frame.removeAttribute('srcdoc'))
      changes.observe(frame, { attributeFilter: ['src'] })
    }
    look(frame, reportHost)
    const inner = frame.contentDocument?.defaultView
    if (inner) watch(inner, report)
  }
}

const framesOf = (document: Document) => [...document.querySelectorAll('iframe')]

/** The policy that the worker sends with packages only reports: where an allowed site redirects or leads. */
function followReports(page: PageWindow, reportHost: (host: string) => void): void {
  const { document } = page
  const blocked = (address: string) => {
    if (!rules || isAllowed(rules.sites, address)) return
    const frames = framesOf(document)
    const foreign = frames.filter(isForeign)
    const [only, ...more] = foreign
    if (only && more.length === 0) return replace(only, address, reportHost)
    for (const frame of foreign) {
      const loaded = () => replace(frame, address, reportHost)
      frame.addEventListener('load', loaded, { once: true })
      setTimeout(() => frame.removeEventListener('load', loaded), LOAD_MS)
    }
  }
  const { ReportingObserver } = page
  if (!ReportingObserver) return
  // Buffered: frames load before this is called.
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) blocked(String((body as { blockedURL?: unknown } | null)?.blockedURL))
    },
    { types: ['csp-violation'], buffered: true },
  )
  observer.observe()
}

function look(frame: HTMLIFrameElement, reportHost: (host: string) => void): void {
  if (rules && isForeign(frame) && !isAllowed(rules.sites, frame.src)) replace(frame, frame.src, reportHost)
}

/** Browsers ignore `src` beside `srcdoc`. */
const isForeign = (frame: HTMLIFrameElement) =>
  /^https?:/.test(frame.src) &&
  !frame.hasAttribute('srcdoc') &&
  webUrl(frame.src)?.origin !== self.location.origin

/** `srcdoc`, because the browser's policy blocks every address, `data:` included. */
function replace(frame: HTMLIFrameElement, address: string, reportHost: (host: string) => void): void {
  const times = replaced.get(frame) ?? 0
  if (!rules || times >= REPLACED_MOST) return
  replaced.set(frame, times + 1)
  const host = webUrl(address)?.host ?? address
  const text = rules.text.replace('{host}', host).replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  frame.srcdoc = page(text)
  reportHost(host)
}

const page = (text: string) =>
  `<!doctype html><style>html,body{margin:0;height:100%}body{display:grid;place-items:center;background:#070c16;color:#eef0f3;text-align:center;font:600 clamp(10px,6vmin,48px)/1.3 sans-serif}div{padding:5vmin;overflow-wrap:anywhere}</style><div role="alert" dir="auto">${text}</div>`

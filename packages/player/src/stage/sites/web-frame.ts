import type { ShownWebPage } from '@vitrine/contract/api/content/web-page'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import { isVideoPlayer } from '@vitrine/contract/sites/web-address'
import type { MediaEvents, ShownMedium } from '@vitrine/widgets/host'
import { FILL } from '@vitrine/widgets/surround'
import { sharedFreezes } from '#downlink/freezes/freezes.ts'
import type { Open } from '#lib/transport.ts'
import { blockedReason } from './blocked-reason.ts'
import { policyPage, whenAlive } from './frame-alive.ts'
import { siteProblem } from './site-problem.ts'
import { TIMELESS } from './timeless.ts'

/** A web page with the data to decide whether it may be opened. */
export interface ShownSite extends ShownWebPage {
  mediaId: string
  /** For reports. */
  name: string
  /** Sends calls to the server. */
  open: Open
  /** The organization's allowed sites, evaluated each time. */
  sites: () => readonly string[]
}

/**
 * How long a page may load, in milliseconds: shorter than a zone waits. Then it shows as far as it has loaded, unless
 * its scripts don't yield: the browser would show white.
 */
const LOAD_MS = 2000
/** Every so many looks, a visible page must show that its scripts yield, within so many milliseconds. */
const CHECKS_PER_SIGN = 3
const SIGN_MS = 20_000
/** Delay after loading, for the first paint and for immediate redirects by scripts. */
const SETTLE_MS = 400
/** How long the old picture stays under the new one. */
const OVERLAP_MS = 200
/** How often a visible page is checked. */
const LOOK_MS = 60_000
/** Delays in milliseconds before retrying in the background: the first, and the maximum. */
const RETRY_MS = 5000
const RETRY_MOST_MS = 60_000

/**
 * The sandbox of a framed site: its own scripts, storage, and forms. It can't navigate the player, open windows, show
 * dialogs, or download.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

interface Attempt {
  element: HTMLElement
  end: () => void
}

/**
 * A site of another origin in two frames. The outer one is ours and contains only a policy: wherever redirects or
 * scripts lead, the browser opens allowed sites only, and reports the ones it blocks.
 */
function openFrame(site: ShownSite, done: () => void, left: (host: string) => void): Attempt {
  const element = document.createElement('iframe')
  const scale = site.zoom / 100
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let start = { loaded: () => {}, end: () => {} }
  let stopAsking = () => {}
  const finish = (wait: number) => {
    clearTimeout(timer)
    stopAsking()
    timer = setTimeout(() => ended || done(), wait)
  }
  element.style.cssText = `${FILL}background:#fff;opacity:0;`
  element.title = site.name
  element.srcdoc = policyPage(site.sites())
  element.onload = () => {
    const page = element.contentDocument
    if (!page || ended) return
    element.onload = null
    page.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (!ended) left(webUrl(blockedURI)?.host ?? blockedURI)
    })
    const frame = page.createElement('iframe')
    frame.setAttribute('sandbox', SANDBOX)
    // Video players start muted. Other pages may not play sound until a viewer touches them.
    if (isVideoPlayer(site.address)) frame.allow = 'autoplay; encrypted-media'
    // Video services refuse frames without a referrer; they get the origin alone.
    frame.referrerPolicy = isVideoPlayer(site.address) ? 'strict-origin' : 'no-referrer'
    frame.style.cssText = `border:0;width:${100 / scale}%;height:${100 / scale}%;transform:scale(${scale});transform-origin:0 0;`
    frame.onload = () => {
      start.loaded()
      finish(SETTLE_MS)
    }
    timer = setTimeout(() => {
      stopAsking = whenAlive(site.address, site.sites(), SANDBOX, () => finish(0))
    }, LOAD_MS)
    start = sharedFreezes().start(site.address, site.name)
    frame.src = site.address
    page.body.append(frame)
  }
  return {
    element,
    end: () => {
      ended = true
      start.end()
      stopAsking()
      clearTimeout(timer)
      element.remove()
    },
  }
}

/**
 * A web page as a media item. The current picture stays while the page reloads in the background, and is replaced
 * only by a page that loaded: an unavailable site, or one that starts to refuse framing, is reported and retried. A
 * site that isn't allowed anymore is removed.
 */
export function webFrame(site: ShownSite, events: MediaEvents): ShownMedium {
  const element = document.createElement('div')
  let shown: Attempt | undefined
  let coming: Attempt | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let loadedAt = 0
  let over = false
  let checks = 0
  let stopAsking = () => {}
  element.style.cssText = FILL

  const next = (wait: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, wait)
  }
  const end = () => {
    over = true
    stopAsking()
    clearTimeout(timer)
    shown?.end()
    coming?.end()
    shown = undefined
    coming = undefined
  }
  const errorOf = (problem: string) => new Error(`Web page ${site.name}: ${problem}`)
  const giveUp = (problem: string) => {
    end()
    events.failed(errorOf(problem))
  }
  const fail = (problem: string) => {
    coming?.end()
    coming = undefined
    if (!shown) return giveUp(problem)
    if (failures++ === 0) events.trouble?.(errorOf(problem))
    next(Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** (failures - 1)), open)
  }
  /** Calls `act` if nothing prevents showing the page. */
  const check = (act: () => void) => {
    const reason = sharedFreezes().isOut(site.address)
      ? 'it froze the player'
      : blockedReason(site.address, site.sites())
    if (reason !== undefined) return giveUp(reason)
    void siteProblem(site).then((problem) => {
      if (over) return
      if (problem === undefined) act()
      else fail(problem)
    })
  }
  const show = () => {
    const before = shown
    if (!coming) return
    shown = coming
    coming = undefined
    failures = 0
    loadedAt = performance.now()
    shown.element.style.opacity = '1'
    if (before) setTimeout(before.end, OVERLAP_MS)
    else events.ready()
    next(waitOf(), look)
  }
  const waitOf = () => Math.min(LOOK_MS, site.refreshSeconds > 0 ? site.refreshSeconds * 1000 : LOOK_MS)
  const isDue = () =>
    site.refreshSeconds > 0 && performance.now() - loadedAt >= site.refreshSeconds * 1000 - 500
  const look = () => {
    if (isDue()) return open()
    check(() => {
      if (++checks % CHECKS_PER_SIGN === 0) askForSign()
      else next(waitOf(), look)
    })
  }
  /** Its process ends with its last frame, even if it hangs. */
  const askForSign = () => {
    next(SIGN_MS, () => {
      stopAsking()
      events.trouble?.(errorOf('its scripts block it: it is loaded again'))
      shown?.end()
      shown = undefined
      open()
    })
    stopAsking = whenAlive(site.address, site.sites(), SANDBOX, () => next(waitOf(), look))
  }
  const open = () => {
    coming?.end()
    coming = undefined
    check(() => {
      const attempt: Attempt = openFrame(
        site,
        () => attempt === coming && show(),
        (host) => {
          const problem = `Leads to ${host}, which isn't allowed`
          if (attempt === coming) fail(problem)
          // The browser has replaced the visible page by its own.
          else if (attempt === shown) giveUp(problem)
        },
      )
      coming = attempt
      element.append(attempt.element)
    })
  }
  // Asynchronously, because the zone handles failures once it has this item.
  next(0, open)
  return {
    ...TIMELESS,
    element,
    isReady: () => shown !== undefined,
    dispose: () => {
      end()
      element.remove()
    },
  }
}

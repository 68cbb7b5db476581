import { frameSources } from '@vitrine/contract/sites/allowed-sites'

/** Small addresses that every site answers somehow. The second is tried because the first may be answered with nothing. */
const PATHS = ['/favicon.ico', '/robots.txt']
const NEXT_MS = 5000

/** Our own frame around frames of a site: it contains only a policy, so that the browser opens allowed sites only. */
export const policyPage = (sites: readonly string[]): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="frame-src ${frameSources(sites)}"><style>html,body{margin:0;height:100%;overflow:hidden}</style>`

/**
 * Calls `alive` once the process of a framed site works. The frames of a site share it, so another one loads only if
 * scripts of the first one yield. Each leaves something in the browser's memory: call it seldom. Returns a function
 * that stops it.
 */
export function whenAlive(
  address: string,
  sites: readonly string[],
  sandbox: string,
  alive: () => void,
): () => void {
  const outer = document.createElement('iframe')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    outer.remove()
  }
  const ask = ([path, ...others]: readonly string[]) => {
    const page = outer.contentDocument
    if (!page || path === undefined) return
    const frame = page.createElement('iframe')
    frame.setAttribute('sandbox', sandbox)
    frame.referrerPolicy = 'no-referrer'
    frame.onload = () => {
      stop()
      alive()
    }
    frame.src = new URL(path, address).href
    page.body.append(frame)
    timer = setTimeout(() => ask(others), NEXT_MS)
  }
  outer.hidden = true
  outer.srcdoc = policyPage(sites)
  outer.onload = () => {
    outer.onload = null
    ask(PATHS)
  }
  document.body.append(outer)
  return stop
}

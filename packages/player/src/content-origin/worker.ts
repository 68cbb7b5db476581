/// <reference lib="webworker" />
import {
  FRAMED_BY,
  INDEX_FILE,
  MISSING_PAGE_HTML,
  packageKey,
  packageType,
} from '@vitrine/contract/document/package-files'
import { frameSources } from '@vitrine/contract/sites/allowed-sites'
import type { FileAnswer } from '#downlink/package-bridge.ts'
import { answerWithRange } from '#downlink/ranges.ts'
import { withScript } from './with-script.ts'

declare const self: ServiceWorkerGlobalScope
/** Our page and its script, injected by the build: packages can write to every storage of this origin. */
declare const KEEPER_PAGE: string
declare const KEEPER_SCRIPT: string
/** Of `stay.ts`. */
declare const STAY_SCRIPT: string

const KEEPER = '/keeper.html'
const OWN_FILES: ReadonlyMap<string, string> = new Map([
  [KEEPER, KEEPER_PAGE],
  ['/keeper.js', KEEPER_SCRIPT],
])
/** Earlier versions of this worker stored their page in caches with such names. */
const FORMER_CACHES = 'vitrine-content-'
/** `/p/<hash>/<path>` */
const PACKAGE = /^\/p\/([0-9a-f]{64})(?:\/(.*))?$/
/** The same headers as from the server. */
const RIGHTS = {
  'Content-Security-Policy': `sandbox allow-scripts allow-same-origin; ${FRAMED_BY}`,
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
const NOTHING = { 'Content-Type': 'text/html' }
/** Timeout in milliseconds after which a silent player counts as closed. */
const PATIENCE = 5000

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetFormerCaches().then(() => self.clients.claim()))
})
self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin || request.method !== 'GET') return
  const [, hash, path = ''] = PACKAGE.exec(url.pathname) ?? []
  if (hash) event.respondWith(packageFile(request, hash, path))
  else {
    const own = OWN_FILES.get(url.pathname)
    if (own !== undefined) event.respondWith(ownFile(own, url.pathname))
  }
})

async function forgetFormerCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(FORMER_CACHES)) await caches.delete(name)
}

const ownFile = (text: string, path: string) =>
  new Response(text, { headers: { ...RIGHTS, 'Content-Type': packageType(path) } })

/** Serves a package file from the player's store, otherwise from the server. */
async function packageFile(request: Request, hash: string, path: string): Promise<Response> {
  const key = keyOf(path)
  const { file, sites } = (await ask(hash, key)) ?? {}
  // With an empty body the browser would show its own error page.
  if (!file)
    return fetch(request).catch(() => new Response(MISSING_PAGE_HTML, { status: 504, headers: NOTHING }))
  const type = packageType(key)
  // The machine's browser blocks other sites, and the keeper says so.
  const page = sites && type.startsWith('text/html') ? await withScript(file, STAY_SCRIPT) : file
  return answerWithRange(page, request.headers.get('range'), {
    ...RIGHTS,
    ...(sites && {
      'Content-Security-Policy-Report-Only': `frame-src 'self' blob: data: ${frameSources(sites)}`,
    }),
    'Content-Type': type,
  })
}

function keyOf(path: string): string {
  try {
    const name = decodeURIComponent(path)
    return packageKey(name === '' || name.endsWith('/') ? name + INDEX_FILE : name)
  } catch {
    return path
  }
}

/** Asks this browser's players for a file, each through its hidden page; the first one that has it sends it. */
async function ask(hash: string, path: string): Promise<FileAnswer | undefined> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const keepers = pages.filter(({ url }) => new URL(url).pathname === KEEPER)
  const answers = keepers.map(
    (keeper) =>
      new Promise<FileAnswer>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel()
        const settle = (answer: FileAnswer) => {
          clearTimeout(timer)
          port1.close()
          if (answer.file) resolve(answer)
          else reject(new Error('not there'))
        }
        const timer = setTimeout(() => settle({ file: null }), PATIENCE)
        port1.onmessage = ({ data }: MessageEvent<FileAnswer>) => settle(data)
        keeper.postMessage({ hash, path, bytes: true }, [port2])
      }),
  )
  return firstOf(answers)
}

/** A `Promise.any` for old browsers; `undefined` if none succeeds. */
const firstOf = <T>(promises: readonly Promise<T>[]): Promise<T | undefined> =>
  new Promise((resolve) => {
    let waiting = promises.length
    const failed = () => --waiting === 0 && resolve(undefined)
    if (waiting === 0) resolve(undefined)
    for (const promise of promises) promise.then(resolve, failed)
  })

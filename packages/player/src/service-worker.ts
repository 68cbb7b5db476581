/// <reference lib="webworker" />
import { FILES_CACHE, FILES_PATH, SHELL_CACHE_PREFIX } from '#content/cache-names.ts'
import { answerWithRange } from '#content/ranges.ts'

declare const self: ServiceWorkerGlobalScope
/** The app's own files and a name for exactly this set of them, put in by the build. */
declare const APP_FILES: string[]
declare const APP_VERSION: string

const SHELL = SHELL_CACHE_PREFIX + APP_VERSION
const START = '/'

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells().then(() => self.clients.claim()))
})

// A page that was reloaded past the worker asks to be served again.
self.addEventListener('message', ({ data }) => {
  if (data === 'claim') void self.clients.claim()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin || request.method !== 'GET' || url.pathname.startsWith('/api/'))
    return
  if (url.pathname.startsWith(FILES_PATH)) event.respondWith(keptFile(request, url.pathname))
  else if (request.mode === 'navigate') event.respondWith(shellFile(START, request))
  else event.respondWith(shellFile(url.pathname, request))
})

/** All of the app or none of it: a shell with holes would not start without the server. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL)
  await cache.addAll([START, ...APP_FILES].map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOldShells(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(SHELL_CACHE_PREFIX) && name !== SHELL) await caches.delete(name)
}

async function shellFile(path: string, request: Request): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(path)
  return kept ?? fetch(request)
}

async function keptFile(request: Request, path: string): Promise<Response> {
  const kept = await (await caches.open(FILES_CACHE)).match(path)
  return kept ? answerWithRange(kept, request.headers.get('range')) : new Response(null, { status: 404 })
}

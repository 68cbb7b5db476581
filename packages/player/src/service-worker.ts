/// <reference lib="webworker" />
import {
  allowShell,
  confirmShell,
  giveUpShell,
  NO_SHELLS,
  type ShellState,
  startShell,
} from '#content/shell-trial.ts'

declare const self: ServiceWorkerGlobalScope
/** The app's files and an id of exactly this set; injected by the build. */
declare const APP_FILES: string[]
declare const APP_VERSION: string

const SHELL_CACHE_PREFIX = 'vitrine-shell-'
const SHELL_STATE_CACHE = 'vitrine-starts'
const shellOf = (version: string) => SHELL_CACHE_PREFIX + version
const START = '/'
/** Never served from the cache: only the server knows whether a screen can move here. */
const SERVERS = /^\/(api\/|meet\.)/
const STATE = '/state'

self.addEventListener('install', (event) => {
  event.waitUntil(
    leaveOutApi(event)
      .then(keepShell)
      .then(() => self.skipWaiting()),
  )
})

/** The service worker static routing API; browsers before 123 lack it. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>
}

/**
 * Routes API requests past this worker. Otherwise the browser starts it for each of them and records that on disk,
 * which is most of what it writes while a screen plays.
 */
async function leaveOutApi(event: RoutingEvent): Promise<void> {
  try {
    await event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
  } catch {
    // Unsupported: fall back to default routing.
  }
}

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  const { data } = event
  // A page that was hard-reloaded asks to be controlled again.
  if (data === 'claim') event.waitUntil(self.clients.claim())
  // Pages name their script, so that an older one can't confirm this version.
  else if (APP_FILES.includes(data?.runs)) event.waitUntil(confirm(Boolean(data.asks)))
  else if (data?.runs) event.waitUntil(noteRunning())
  else if (data === 'start' || data === 'back')
    event.waitUntil(change(data).then((done) => event.ports[0]?.postMessage(done)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin || request.method !== 'GET' || SERVERS.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(startPage(request))
  else event.respondWith(appFile(request, url.pathname))
})

/** All or nothing: an incomplete shell would not start without the server. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shellOf(APP_VERSION))
  await cache.addAll([START, ...APP_FILES].map((path) => new Request(path, { cache: 'reload' })))
}

async function readState(): Promise<ShellState> {
  const kept = await (await caches.open(SHELL_STATE_CACHE)).match(STATE)
  return kept ? ((await kept.json()) as ShellState) : NO_SHELLS
}

async function writeState(state: ShellState): Promise<void> {
  await (await caches.open(SHELL_STATE_CACHE)).put(STATE, new Response(JSON.stringify(state)))
}

/** This version works: delete the earlier ones except the last, for a rollback. */
async function confirm(asks: boolean): Promise<void> {
  const before = await readState()
  if (before.good === APP_VERSION && before.asks === asks) return
  const state = confirmShell(before, APP_VERSION, asks)
  await writeState(state)
  const kept = [state.good, state.previous].map((version) => version && shellOf(version))
  for (const name of await caches.keys())
    if (name.startsWith(SHELL_CACHE_PREFIX) && !kept.includes(name)) await caches.delete(name)
}

/** An earlier version is running, and will ask whether this one may start. */
async function noteRunning(): Promise<void> {
  const state = await readState()
  if (state.waited) await writeState({ ...state, waited: 0 })
}

/** Returns whether the next start will use another version. */
async function change(order: 'start' | 'back'): Promise<boolean> {
  const before = await readState()
  const state = order === 'start' ? allowShell(before, APP_VERSION) : giveUpShell(before, APP_VERSION)
  if (!state) return false
  await writeState(state)
  return true
}

async function startPage(request: Request): Promise<Response> {
  const before = await readState()
  const { version, state } = startShell(before, APP_VERSION)
  if (state !== before) await writeState(state)
  for (const each of [version, APP_VERSION]) {
    const page = await (await caches.open(shellOf(each))).match(START)
    if (page) return page
  }
  return fetch(request)
}

/** The app's file names identify their version, except for a few files that hardly ever change. */
async function appFile(request: Request, path: string): Promise<Response> {
  const kept = await (await caches.open(shellOf(APP_VERSION))).match(path)
  return kept ?? (await caches.match(path)) ?? fetch(request)
}

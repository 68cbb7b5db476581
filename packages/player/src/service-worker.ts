/// <reference lib="webworker" />

import type { FromWorker } from './app-update/repair.ts'
import { type Damage, ShellFiles } from './app-update/stored-files.ts'
import { StoredFonts } from './app-update/stored-fonts.ts'
import {
  allowShell,
  confirmShell,
  giveUpShell,
  markShell,
  NO_SHELLS,
  type ShellState,
  startOrder,
  startShell,
  stateIn,
} from './app-update/trial.ts'

declare const self: ServiceWorkerGlobalScope
/** The list of the app's files with their hashes, and an id of exactly this set; injected by the build. */
declare const APP_LIST: string
declare const APP_VERSION: string

const SHELL_STATE_CACHE = 'vitrine-starts'
const START = '/'
/** Never served from the cache: whether the server responds, and what it has. */
const SERVERS = /^\/(api\/|meet\.|shell\.json$)/
const STATE = '/state'
const FONTS = /^\/fonts\//

const shells = new ShellFiles({
  caches: self.caches,
  fetch: (...given) => fetch(...given),
  version: APP_VERSION,
  list: APP_LIST,
})

const fonts = new StoredFonts({ caches: self.caches, fetch: (...given) => fetch(...given) })

self.addEventListener('install', (event) => {
  event.waitUntil(
    leaveOutApi(event)
      .then(() => shells.keepNewest())
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
  else if (shells.has(data?.runs)) event.waitUntil(confirm(Boolean(data.asks)).then(checkFiles))
  else if (data?.runs) event.waitUntil(noteRunning().then(checkFiles))
  else if (data === 'start' || data === 'back')
    event.waitUntil(change(data).then((done) => event.ports[0]?.postMessage(done)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin || request.method !== 'GET' || SERVERS.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(startPage(request))
  else if (FONTS.test(url.pathname)) event.respondWith(fonts.answer(url.pathname))
  else event.respondWith(appFile(event, url.pathname))
})

async function readState(): Promise<ShellState> {
  try {
    const kept = await (await caches.open(SHELL_STATE_CACHE)).match(STATE)
    return kept ? stateIn(await kept.text()) : NO_SHELLS
  } catch {
    // Damaged on disk.
    return NO_SHELLS
  }
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
  for (const version of await shells.versions())
    if (version !== state.good && version !== state.previous) await shells.remove(version)
  await fonts.removeUnnamed(shells)
}

/** While the app runs, and the server may respond: a damaged file is replaced before an outage needs it. */
async function checkFiles(): Promise<void> {
  for (const version of await shells.versions()) {
    const damaged = await shells.damagedIn(version)
    await mark(version, () => damaged)
  }
}

/** Remembers which of a version's files are damaged. */
async function mark(version: string, change: (paths: readonly string[]) => readonly string[]): Promise<void> {
  const before = await readState()
  const state = markShell(before, version, change(before.damaged?.[version] ?? []))
  if (state !== before) await writeState(state)
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
  const damaged = state.damaged?.[version]
  if (damaged) {
    const left = await shells.damagedIn(version, damaged)
    await mark(version, () => left)
  }
  for (const each of startOrder(await readState(), version, APP_VERSION)) {
    const page = await shells.file(each, START)
    if (page) return page
  }
  return fetch(request)
}

/** The app's file names identify their version, except for a few files that hardly ever change. */
async function appFile({ request, clientId }: FetchEvent, path: string): Promise<Response> {
  const { file, damage } = await shells.find(path)
  if (file) return file
  if (!damage) return fetch(request)
  await reportDamaged(damage, clientId)
  return Response.error()
}

/** A version that misses a file is replaced by another stored one, if the page can't do without the file. */
async function reportDamaged({ version, path }: Damage, clientId: string): Promise<void> {
  await mark(version, (paths) => [...paths.filter((each) => each !== path), path])
  const [first] = startOrder(await readState(), version, APP_VERSION)
  if (first === version) return
  const client = await self.clients.get(clientId)
  client?.postMessage({ damaged: path } satisfies FromWorker)
}

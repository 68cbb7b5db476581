import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { BUDGETS } from '@vitrine/contract/route'
import type { FastifyInstance } from 'fastify'
import { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { kioskOrigins } from '#accounts/kiosk/queries.ts'
import { shownSettings } from '#app/start/shown-settings.ts'
import { OutboxSender } from '#base/outbox/sender.ts'
import type { Origins } from '#base/platform.ts'
import { CollectWhenShort } from '#base/storage/collect-when-short.ts'
import { holdingFiles } from '#base/storage/held-files.ts'
import { Viewers } from '#content/comments/viewers.ts'
import { players } from '#content/made/queries.ts'
import { Photographer } from '#content/media/photos/photographer.ts'
import { interruptUploads } from '#content/media/resumable.ts'
import { SourceRefresher } from '#data/sources/refresher.ts'
import { LiveData } from '#data/widget-data/live-data.ts'
import { FailingLoads } from '#data/widget-data/store-failing.ts'
import { SharedGuesses } from '#db/between-servers/guesses.ts'
import type { Clock } from '#lib/clock.ts'
import { tightenDataFolder } from '#lib/disk/private-files.ts'
import type { ServerRole, Settings } from '#lib/env.ts'
import { Bodies } from '#lib/http/bodies.ts'
import { Certificate } from '#lib/http/certificate.ts'
import { useProxies } from '#lib/http/egress/egress.ts'
import { originAsCalled } from '#lib/http/local-addresses.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import { Seal } from '#lib/security/seal.ts'
import { Tokens } from '#lib/security/tokens.ts'
import { newAdmission, newWholeLists } from '#lib/work/admission.ts'
import { findTools } from '#lib/work/tools.ts'
import { JobRunner } from '#operations/jobs/runner.ts'
import { systemFacts } from '#operations/system/queries.ts'
import { Warnings } from '#operations/system/warnings.ts'
import { Watchers } from '#operations/watch/watchers.ts'
import { ClockWatch } from '#playback/clock-watch.ts'
import { Publisher } from '#playback/publisher.ts'
import { PlayBook } from '#screens/plays/play-book.ts'
import { openReports } from '#screens/reports/open.ts'
import { featuresOf } from './features.ts'
import { Metrics } from './health/metrics.ts'
import { ReadinessProbe } from './health/readiness.ts'
import { createServer, mountApi } from './http/api.ts'
import { ConnectionLimits } from './http/connection-limits.ts'
import { Connections } from './http/connections.ts'
import { serveContent } from './http/content-origin.ts'
import { answerNotFound } from './http/not-found.ts'
import { builtPlayer, consolePolicy, playerPolicy, serveApp } from './http/static.ts'
import { jobsOf } from './maintenance/jobs.ts'
import { serveMcp } from './mcp/serve.ts'
import { serveDescription } from './openapi/pages.ts'
import { isOfPlayerOrigin, roleOf } from './roles.ts'
import type { Services } from './services.ts'
import type { FirstSignIn } from './start/install.ts'
import { openPlayStore } from './start/open-play-store.ts'
import { openStores } from './start/open-stores.ts'
import { originsOf } from './start/origins.ts'
import { listen, refuseTakenPorts } from './start/ports.ts'
import { drainMsOf } from './start/stopping.ts'

export interface RunningServer {
  services: Services
  origins: Origins
  /** Login data; only on the first start. */
  firstSignIn: FirstSignIn | null
  /** Calls the API in process. */
  inject: FastifyInstance['inject']
  /** `drain`: reports not ready first, and keeps serving until load balancers notice. */
  close(options?: { drain?: boolean }): Promise<void>
}

export interface StartOptions {
  settings: Settings
  clock: Clock
  log: Log
  /** Folder with the built `console/` and `player/`; absent folders are not served. */
  assets: string
  /** Closes the server and starts it again. */
  onRestart?: () => void
}

/** Opens the stores, migrates, and listens on the three origins. Throws a StartError with one plain sentence. */
export async function startServer({
  settings,
  clock,
  log,
  assets,
  onRestart = () => {},
}: StartOptions): Promise<RunningServer> {
  useProxies(settings)
  const certificate = Certificate.open(settings, log, clock)
  const tls = certificate?.options ?? null
  await refuseTakenPorts(settings)
  const stores = await openStores(settings, clock, log)
  const untightened = tightenDataFolder(settings.DATA_DIR)
  if (untightened.length)
    log.warn(
      { paths: untightened.slice(0, 10) },
      "Other accounts on this machine can read these files: couldn't change their permissions",
    )
  const { disk, files, database, reader, time, unlock, secretKey, firstSignIn } = stores
  const blobs = holdingFiles(files, database, clock)
  const collector = new CollectWhenShort({ database, blobs, clock, log })
  disk.onShort = (now) => collector.run(now)
  const seal = new Seal(secretKey)
  const tokens = new Tokens(secretKey)
  const publisher = await Publisher.open({ database, clock, log, seal })
  const reports = await openReports({ database, clock, log, publisher })
  /** Timers of a role are idle on a server without it. */
  const without = (role: ServerRole) => ({ idle: !settings.ROLE.includes(role) })
  const outbox = new OutboxSender({ database, clock, log, settings, seal, ...without('jobs') })
  const failing = new FailingLoads({ database, clock, log })
  const live = new LiveData({ failing, clock, log, settings })
  const watchers = new Watchers({ database, clock, log, publisher }, without('edge'))
  const viewers = new Viewers({ clock, publisher })
  const clockWatch = new ClockWatch({ database, clock, log, publisher, settings }, without('edge'))
  const playStore = await openPlayStore({ database, reader, clock, log, settings })
  const playBook = new PlayBook({ store: playStore, clock })
  const tools = findTools()
  const origins = originsOf(settings, tls !== null)
  const shared = path.join(assets, 'shared')
  const playerFolder = path.join(assets, 'player')
  const playerBuild = builtPlayer(playerFolder)
  const jobs = new JobRunner(
    { database, clock, log },
    jobsOf({
      database,
      reader,
      blobs,
      clock,
      settings,
      log,
      publisher,
      reports,
      tools,
      playStore,
      seal,
      origins,
      outbox,
      playerBuild,
    }),
    without('jobs'),
  )
  const readiness = new ReadinessProbe({ database, blobs, disk, clock, publisher, time })
  const warnings = new Warnings({ database, disk, certificate, readiness, clock, log, settings })
  const guesses = new SharedGuesses(database)
  const sources = new SourceRefresher(
    { database, blobs, clock, log, publisher, outbox, origins, settings },
    without('jobs'),
  )
  const photographer = new Photographer(
    { database, blobs, clock, log, publisher, seal, settings, tools },
    without('jobs'),
  )
  const services: Services = {
    settings,
    clock,
    log,
    tokens,
    seal,
    blobs,
    publisher,
    reports,
    database,
    reader,
    origins,
    jobs,
    restart: onRestart,
    outbox,
    disk,
    time,
    certificate,
    tools,
    warnings,
    playerBuild,
    playerFolder,
    live,
    players,
    sources,
    photographer,
    watchers,
    viewers,
    playBook,
    playStore,
    clockWatch,
    guesses,
    guard: new LoginGuard(guesses),
    bodies: new Bodies(),
    admission: newAdmission(),
    wholeLists: newWholeLists(),
    budgets: newBudgets(),
  }

  const metrics = new Metrics()
  const servers = {
    console: createServer(services, metrics, tls),
    player: createServer(services, metrics, tls),
    content: createServer(services, metrics, tls),
  }
  const connections = new Connections()
  const connectionLimits = new ConnectionLimits(settings, log)
  for (const [origin, server] of Object.entries(servers) as [keyof Origins, FastifyInstance][]) {
    connectionLimits.follow(server, origin)
    connections.follow(server, log)
  }
  const mounted = featuresOf(services).filter(({ route }) => settings.ROLE.includes(roleOf(route)))
  await mountApi(servers.console, services, mounted, { readiness, metrics })
  answerNotFound(servers.console)
  answerNotFound(servers.player)
  const ofPlayer = mounted.filter(({ route }) => isOfPlayerOrigin(route))
  await mountApi(servers.player, services, ofPlayer, { readiness, metrics })
  if (settings.ROLE.includes('api')) {
    serveDescription(servers.console)
    serveMcp(servers.console, services)
    const consoleFolder = path.join(assets, 'console')
    await serveApp(servers.console, {
      folder: consoleFolder,
      shared,
      policy: consolePolicy(consoleFolder),
      kioskOrigins: async (organizationId) => kioskOrigins(database, organizationId),
    })
    // Redirect to the host name of this request, so that it works from other machines too.
    servers.console.get('/player', (request, reply) =>
      reply.redirect(`${originAsCalled(origins.player, settings.PLAYER_URL, request.hostname)}/`),
    )
  }
  await serveApp(servers.player, { folder: playerFolder, shared, policy: playerPolicy(playerFolder) })
  serveContent(servers.content, services, path.join(playerFolder, 'content-origin'))

  // Health checks use the console's port, whatever the server's role.
  const listening = (Object.entries(servers) as [keyof Origins, FastifyInstance][]).filter(
    ([origin]) => origin === 'console' || settings.ROLE.includes('edge'),
  )
  const ports = { console: settings.PORT, player: settings.PLAYER_PORT, content: settings.CONTENT_PORT }
  const close = async ({ drain = false } = {}) => {
    readiness.stop()
    const drainMs = drain ? drainMsOf(settings) : 0
    if (drainMs > 0) {
      await setTimeout(drainMs)
      await connections.stopListening()
    }
    certificate?.close()
    // Refuse new calls from here on. Streams end immediately: screens and consoles reconnect to another server.
    const closed = connections.close(drainMs)
    watchers.close()
    publisher.hangUp()
    live.close()
    await Promise.all([closed, jobs.close(), interruptUploads(blobs), sources.close(), photographer.close()])
    await outbox.close()
    await clockWatch.close()
    await time.close()
    await publisher.close()
    await reports.close()
    await playBook.close()
    await playStore.close()
    await warnings.close()
    await disk.close()
    await collector.close()
    // Closing the database frees the write-ahead log's space, which the next start on this disk needs.
    if (reader !== database) await reader.destroy()
    if (!disk.isShort('database')) await database.destroy()
    unlock()
  }
  try {
    for (const [name, server] of listening) await listen(server, settings.HOST, ports[name])
  } catch (error) {
    await close()
    throw error
  }
  certificate?.follow(Object.values(servers).map(({ server }) => server))
  log.info(
    { ...(await systemFacts(database, settings)), settings: shownSettings(settings) },
    'Vitrine has started',
  )
  const bound = { ...settings, ...boundPorts(listening) }
  Object.assign(origins, originsOf(bound, tls !== null))
  const inject = servers.console.inject.bind(servers.console) as FastifyInstance['inject']
  return { services, origins, firstSignIn, inject, close }
}

const newBudgets = () =>
  Object.fromEntries(
    Object.entries(BUDGETS).map(([name, { calls, seconds }]) => [name, new RateLimit(calls, seconds * 1000)]),
  ) as Services['budgets']

const PORT_OF = { console: 'PORT', player: 'PLAYER_PORT', content: 'CONTENT_PORT' } as const

const boundPorts = (listening: readonly [keyof Origins, FastifyInstance][]) =>
  Object.fromEntries(
    listening.map(([origin, { server }]) => [PORT_OF[origin], (server.address() as { port: number }).port]),
  )

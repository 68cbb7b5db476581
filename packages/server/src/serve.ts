import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { demoLines, startDemo } from '@vitrine/demo/demo'
import { type RunningServer, startServer } from '#app/server.ts'
import { surviveErrors } from '#app/start/last-resort.ts'
import { EXIT, stopper } from '#app/start/stopping.ts'
import type { Db } from '#db/schema.ts'
import { AdjustedClock, systemClock } from '#lib/clock.ts'
import { PassingStartError, readSettings, type Settings, StartError } from '#lib/env.ts'
import { localAddressesOf } from '#lib/http/local-addresses.ts'
import { createLog } from '#lib/log.ts'
import { settingWarnings } from '#lib/unknown-settings.ts'

/** After the build, this file is dist/server/main.js next to the apps; from source, the apps are in dist/. */
const isSource = import.meta.filename.endsWith('.ts')
const assets = path.resolve(import.meta.dirname, isSource ? '../../../dist' : '..')
/** Not a part of the server, and perhaps not there. */
const DEMO = path.resolve(import.meta.dirname, isSource ? '../../demo/src/demo.ts' : '../demo/demo.js')

/** A database that doesn't answer within this time, after an uncaught error, counts as broken. */
const SOUND_MS = 15_000
const GIVE_UP_MS = 5_000

// A closed log, such as with `npm start | head`, is no reason to exit.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
/** Milliseconds for the caller to receive the response, and for the restart before a new process takes over. */
const ANSWER_MS = 300
const RESTART_MS = 60_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Milliseconds from a signal until a start that isn't done is ended. */
const HELD_MS = 1000

async function main(): Promise<void> {
  // Other accounts can't read anything that the server creates.
  process.umask(0o077)
  const demo = readOptions() ? await loadDemo() : undefined
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  for (const warning of settingWarnings(process.env)) log.warn(warning)
  const clock = new AdjustedClock(systemClock)
  const start = async () => {
    const started = await startServer({ settings, clock, log, assets, onRestart: restart })
    return demo ? withDemo(demo, started, settings.DATA_DIR) : started
  }
  const early = holdSignals()
  let server = await start()
  greet(server, settings, demo)
  const stop = stopper(() => server.close({ drain: true }), log)
  /** Restarts in this process, so that it works without a supervisor too. If that fails, the supervisor restarts it. */
  function restart() {
    log.warn('restarting')
    const patience = setTimeout(() => process.exit(EXIT.crashed), RESTART_MS)
    setTimeout(async () => {
      try {
        await server.close()
        server = await start()
        clearTimeout(patience)
      } catch (error) {
        log.fatal({ err: error }, 'restarting failed')
        process.exit(EXIT.crashed)
      }
    }, ANSWER_MS)
  }
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
  const held = early()
  if (held) stop(held)
  surviveErrors(process, {
    clock: systemClock,
    log,
    isSound: () => answersWithin(server.services.database, SOUND_MS),
    giveUp: (why) => {
      log.fatal(why)
      // Give requests in progress a moment to finish.
      setTimeout(() => process.exit(EXIT.crashed), GIVE_UP_MS)
      stop(why, EXIT.crashed)
    },
  })
  followSupervisor(() => stop('the supervisor has ended'))
}

/** Under `npm start`: reports readiness, and exits with the supervisor, which may have ended during the start. */
function followSupervisor(onEnd: () => void): void {
  if (process.send && !process.connected) onEnd()
  process.once('disconnect', onEnd)
  if (process.connected) process.send?.('ready')
}

/**
 * Holds signals while the server starts: it answers on its first port before the last one is open, and must end as it does
 * later. A start that takes longer is ended. Call the result when the server handles signals itself: it returns the one
 * that came.
 */
function holdSignals(): () => NodeJS.Signals | undefined {
  let held: NodeJS.Signals | undefined
  let patience: NodeJS.Timeout | undefined
  const hold = (signal: NodeJS.Signals) => {
    held = signal
    patience ??= setTimeout(() => {
      release()
      process.kill(process.pid, signal)
    }, HELD_MS)
  }
  const release = () => {
    clearTimeout(patience)
    for (const signal of SIGNALS) process.off(signal, hold)
    return held
  }
  for (const signal of SIGNALS) process.on(signal, hold)
  return release
}

async function answersWithin(database: Db, milliseconds: number): Promise<boolean> {
  const answer = database.selectFrom('secrets').select('name').limit(1).execute()
  const late = new Promise<false>((resolve) => setTimeout(resolve, milliseconds, false))
  return Promise.race([answer.then(() => true), late])
}

/** Whether `--demo` was passed. Throws a StartError for other arguments. */
function readOptions(): boolean {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values.demo
  } catch {
    throw new StartError('The only option is --demo. Everything else is set through environment variables.')
  }
}

interface Demo {
  startDemo: typeof startDemo
  demoLines: typeof demoLines
}

async function loadDemo(): Promise<Demo> {
  if (!existsSync(DEMO))
    throw new StartError('The demo is not installed here. In a clone, run: npm start -- --demo')
  return (await import(pathToFileURL(DEMO).href)) as Demo
}

/** Fills an empty database, and runs the demo's screens as long as the server runs. */
async function withDemo(demo: Demo, server: RunningServer, folder: string): Promise<RunningServer> {
  const stop = await demo.startDemo(server, folder)
  if (!stop) {
    await server.close()
    throw new StartError(
      '--demo needs an empty database, and this one has data. Start without --demo, or set DATA_DIR to a new folder.',
    )
  }
  const close: RunningServer['close'] = async (options) => {
    await stop()
    await server.close(options)
  }
  return { ...server, close }
}

function greet({ origins, firstSignIn }: RunningServer, settings: Settings, demo?: Demo): void {
  const elsewhere = (origin: string) => localAddressesOf(origin, settings.HOST)
  const lines = [
    '',
    '  Vitrine is running.',
    '',
    `  Console  ${[origins.console, ...elsewhere(origins.console)].join('   ')}`,
    `  Player   ${[origins.player, ...elsewhere(origins.player)].join('   ')}`,
    '',
  ]
  if (firstSignIn)
    lines.push(
      '  Your first login (shown only once):',
      `    email     ${firstSignIn.email}`,
      `    password  ${settings.ADMIN_PASSWORD ? 'the value of ADMIN_PASSWORD' : firstSignIn.password}`,
      '',
    )
  if (demo) lines.push(...demo.demoLines())
  console.log(lines.join('\n'))
}

const exitCodeOf = (error: unknown): number => {
  if (error instanceof PassingStartError) return EXIT.tryAgain
  return error instanceof StartError ? EXIT.cannotStart : EXIT.crashed
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `Vitrine can't start. ${error.message}` : error)
  process.exit(exitCodeOf(error))
})

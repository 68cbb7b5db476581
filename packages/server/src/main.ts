import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { localAddresses, type RunningServer, startServer } from '#app/server.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings, type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'

/** Built, this file is dist/server/main.js and its neighbours are the apps; from source they lie in dist/. */
const assets = path.resolve(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../../dist' : '..',
)

// Thousands of screens calling at once leave garbage several times the size of what lives; this collects it sooner.
setFlagsFromString('--optimize-for-size')

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  openDataFolder(settings.DATA_DIR)
  const server = await startServer({ settings, clock: systemClock, log, assets })
  greet(server, settings)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // A stream that does not end must not keep the process: what was acknowledged is on disk already.
    setTimeout(() => process.exit(0), 5000).unref()
    server.close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function openDataFolder(folder: string): void {
  try {
    // Not recursive where the parent exists: on odd file systems Node's recursive mkdir never ends.
    if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(path.dirname(folder)) })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${(error as Error).message}.`)
  }
}

function greet({ origins, firstSignIn }: RunningServer, settings: Settings): void {
  const shared = settings.HOST === '0.0.0.0' || settings.HOST === '::'
  const elsewhere = (origin: string) =>
    shared && origin.includes('localhost')
      ? localAddresses().map((address) => origin.replace('localhost', address))
      : []
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
      '  Your first sign-in (shown this once):',
      `    e-mail    ${firstSignIn.email}`,
      `    password  ${settings.ADMIN_PASSWORD ? 'the one of ADMIN_PASSWORD' : firstSignIn.password}`,
      '',
    )
  console.log(lines.join('\n'))
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `Vitrine cannot start. ${error.message}` : error)
  process.exit(1)
})

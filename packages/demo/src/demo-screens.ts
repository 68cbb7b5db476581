import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { callerOf, RefusedCall } from './demo-api.ts'
import { DemoScreen, ScreenGone } from './demo-screen.ts'
import type { DemoServer } from './demo-server.ts'

/** Often enough for a console to see changes within seconds, at a negligible cost. */
const LOOK_MS = 2000

/** A connected demo screen: its player's token and its self-description. */
export interface DemoIdentity {
  deviceId: string
  token: string
  screen: ScreenFacts
}

const fileIn = (folder: string) => path.join(folder, 'vitrine-demo.json')

/** Whether the demo has filled this installation. */
export const hasDemo = (folder: string): boolean => existsSync(fileIn(folder))

/** Stores the identities for the next start with `--demo`. */
export function keepDemo(folder: string, screens: readonly DemoIdentity[]): void {
  writeFileSync(fileIn(folder), JSON.stringify(screens), { mode: 0o600 })
}

const readDemo = (folder: string) => JSON.parse(readFileSync(fileIn(folder), 'utf8')) as DemoIdentity[]

/** Runs the demo's screens until it is closed; the first update is immediate. */
export async function playDemo(server: DemoServer, folder: string): Promise<() => Promise<void>> {
  const { publisher, clock, log } = server.services
  let screens = readDemo(folder).map(
    ({ deviceId, token, screen }) =>
      new DemoScreen({
        api: callerOf(server, token).api,
        screen,
        manifest: () => publisher.manifest(deviceId),
        now: () => clock.now(),
      }),
  )
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lookAt = async (screen: DemoScreen) => {
    try {
      await screen.look()
      return [screen]
    } catch (error) {
      // A real player replaced it, or it was deleted.
      if (error instanceof ScreenGone || (error instanceof RefusedCall && error.status === 401)) return []
      log.debug({ err: error }, 'A screen of the demo failed')
      return [screen]
    }
  }
  const look = async () => {
    screens = (await Promise.all(screens.map(lookAt))).flat()
    if (!isClosed) timer = setTimeout(() => void next(), LOOK_MS)
  }
  let looking = Promise.resolve()
  const next = () => {
    looking = look()
    return looking
  }
  await next()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await looking
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import path from 'node:path'

const EXAMPLE = path.resolve(import.meta.dirname, '../../docs/kiosk/server.mjs')

export interface KioskAccess {
  consoleUrl: string
  organizationId: string
  userId: string
  key: string
}

/** The example of docs/kiosk, running: a third-party page that embeds the cards. */
export class KioskPage {
  readonly origin: string
  readonly #process: ChildProcess

  private constructor(origin: string, process: ChildProcess) {
    this.origin = origin
    this.#process = process
  }

  /** `signs`: the origin to put into its codes in place of the real one. */
  static async start(port: number, access: KioskAccess, signs?: string): Promise<KioskPage> {
    const child = spawn(process.execPath, [EXAMPLE], {
      env: {
        ...process.env,
        CONSOLE_URL: access.consoleUrl,
        ORGANIZATION_ID: access.organizationId,
        USER_ID: access.userId,
        KIOSK_KEY: access.key,
        PORT: String(port),
        ...(signs && { ORIGIN: signs }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    return new KioskPage(`http://localhost:${port}`, child)
  }

  close(): void {
    this.#process.kill('SIGKILL')
  }
}

/** The kiosk link of a page, built as docs/kiosk describes. */
export function entry(access: KioskAccess, origin: string, secondsLeft = 50): string {
  const { organizationId, userId, key, consoleUrl } = access
  const exp = Math.floor(Date.now() / 1000) + secondsLeft
  const payload = Buffer.from(
    JSON.stringify({ organizationId, userId, origin, exp, nonce: randomUUID() }),
  ).toString('base64url')
  const signature = createHmac('sha256', key).update(payload).digest('base64url')
  return `${consoleUrl}/#/auth/auth-redirect?code=${payload}.${signature}`
}

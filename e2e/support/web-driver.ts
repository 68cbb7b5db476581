import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import type { Color } from './pixels.ts'
import { freePort } from './ports.ts'

const LIBRARIES = '/usr/lib'

/** WebKitGTK's test browser, which Debian installs beside its library; undefined where it isn't installed. */
export function findWebKit(): string | undefined {
  try {
    execFileSync('which', ['WebKitWebDriver', 'Xvfb'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const folders = readdirSync(LIBRARIES).flatMap((machine) =>
    ['4.1', '4.0', '6.0'].map((version) => `${LIBRARIES}/${machine}/webkit2gtk-${version}/MiniBrowser`),
  )
  return folders.find((file) => existsSync(file))
}

/** The number of a virtual display. */
function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const process = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve, reject) => {
    process.once('exit', () => reject(new Error('Xvfb ended')))
    process.stdout.once('data', (number) => resolve({ name: `:${String(number).trim()}`, process }))
  })
}

/** A window of WebKitGTK, driven by WebDriver. */
export async function openWebKit(binary: string) {
  const display = await openDisplay()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const close = () => {
    driver.kill()
    display.process.kill()
  }
  const deadline = performance.now() + 20_000
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const options = { binary, args: ['--automation'] }
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  }).catch((error: unknown) => {
    close()
    throw error
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  return {
    goto: (url: string) => call('POST', `${session}/url`, { url }),
    reload: () => call('POST', `${session}/refresh`, {}),
    evaluate: (expression: string) =>
      call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    /** The color in the middle of the window. */
    async colour(): Promise<Color> {
      const data = (await call('GET', `${session}/screenshot`)) as string
      const { data: pixels, info } = await sharp(Buffer.from(data, 'base64'))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
      const [red = 0, green = 0, blue = 0] = pixels.subarray(middle, middle + 3)
      return [red, green, blue]
    },
    async close() {
      await call('DELETE', session).catch(() => undefined)
      close()
    },
  }
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { upload } from '#support/content.ts'
import { Server } from '#support/server.ts'
import { expect, test } from '#support/test.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('dist and its own dependencies run in an empty folder, without sources and build tools', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-release-'))
  await cp(path.join(ROOT, 'dist'), folder, { recursive: true })
  // Simulates `npm ci` without the network.
  const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.keys(lock.packages).filter((place) => place && existsSync(path.join(ROOT, place)))
  for (const place of packages)
    await cp(path.join(ROOT, place), path.join(folder, place), {
      recursive: true,
      filter: (source) => !source.slice(ROOT.length + place.length).includes('node_modules'),
    })
  const server = await Server.start({}, [], path.join(folder, 'server', 'main.js'))
  const run = (file: string, ...args: string[]) =>
    new Promise<{ code: unknown; said: string }>((resolve) => {
      const env = { ...process.env, PORT: new URL(server.consoleUrl).port, TLS_CERT: '', HOST: '' }
      execFile(process.execPath, [path.join(folder, file), ...args], { env }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, said: stdout }),
      )
    })
  try {
    for (const url of [server.consoleUrl, server.playerUrl]) {
      const page = await fetch(url)
      const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? []
      expect((await fetch(new URL(script, url))).status).toBe(200)
    }
    const admin = await server.organization('Released')
    const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const [id] = await upload(admin, [{ name: 'red.png', mimeType: 'image/png', buffer }])
    expect(id).toBeTruthy()
    expect(JSON.stringify(await admin.call('GET', '/lookups/cities?search=amman'))).toContain('amman')
    expect((await run('server/cli.js', '--help')).said).toContain('rotate-keys')
    expect((await run('server/health-check.js')).code).toBe(0)
    await server.cut()
    expect((await run('server/health-check.js')).code).toBe(1)
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

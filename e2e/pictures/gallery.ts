// Takes the gallery's pictures: each package runs as on a screen, with values and data of a small town.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type BrowserContext, chromium, type Route } from '@playwright/test'
import { Fields } from '@vitrine/contract/api/base/fields'
import { readValues } from '@vitrine/contract/fields/values'
import sharp from 'sharp'
import { samples } from './gallery-samples.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../packages/console/gallery')
const SITE = 'http://gallery.test/'
/** Thursday morning in Berlin. */
const NOW = new Date('2026-11-26T09:24:00Z')
const SIZE = { width: 1280, height: 720 }
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

/** The library of the package `qr-code`. */
const QR_CODES = path.dirname(createRequire(path.join(FOLDER, 'index.js')).resolve('qrcode-generator'))

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] })
try {
  for (const id of Object.keys(samples)) await take(id)
} finally {
  await browser.close()
}

async function take(id: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-US', timezoneId: 'Europe/Berlin' })
  const failed: string[] = []
  try {
    await serve(context, id)
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => failed.push(message))
    await page.clock.setFixedTime(NOW)
    await page.goto(`${SITE}index.html?locale=en-US&timeZone=Europe%2FBerlin`)
    await page
      .locator('#app > *')
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => failed.push('stays empty'))
    // Wait for fonts and for `paged` to settle.
    await page.waitForTimeout(1000)
    if (failed.length > 0) throw new Error(`${id}: ${failed.join(', ')}`)
    const picture = sharp(await page.screenshot()).resize(640, 360)
    await picture.jpeg({ quality: 82, mozjpeg: true }).toFile(path.join(FOLDER, id, 'preview.jpg'))
  } finally {
    await context.close()
  }
}

async function serve(context: BrowserContext, id: string): Promise<void> {
  const { values = {}, rows, columns } = samples[id] ?? {}
  const json = (route: Route, body: unknown) => route.fulfill({ json: body })
  await context.route('**/*', (route) => sendFile(route, id))
  await context.route(`${SITE}model.json`, (route) => json(route, { ...modelOf(id), ...values }))
  await context.route(`${SITE}data/*.json`, (route) =>
    json(route, { columns: columns ?? Object.keys(rows?.[0] ?? {}), rows, updatedAt: NOW.toISOString() }),
  )
}

/** The default model that the server creates for a new package. */
function modelOf(id: string): Record<string, unknown> {
  const read = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, id, file), 'utf8'))
  const own = existsSync(path.join(FOLDER, id, 'model.json')) ? read('model.json') : {}
  return readValues(Fields.parse(read('schema.json')), own)
}

async function sendFile(route: Route, id: string): Promise<void> {
  const { pathname } = new URL(route.request().url())
  const name = path.basename(pathname)
  const own = [path.join(FOLDER, id, name), path.join(FOLDER, 'shared', name)]
  if (name === 'qrcode.mjs') own.push(path.join(QR_CODES, name))
  for (const file of own) {
    const body = await readFile(file).catch(() => undefined)
    if (body) return route.fulfill({ body, contentType: TYPES[path.extname(name)] ?? '' })
  }
  await route.fulfill({ status: 404 })
}

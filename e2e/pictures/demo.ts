// Redraws the demo organization's pictures and its film: node scripts/pictures.mjs demo. Needs ffmpeg for the film.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { filmFrame, POSTERS } from './demo-posters.ts'

const OUT = path.resolve(import.meta.dirname, '../../packages/demo/pictures')
const THUMBNAILS = path.join(OUT, 'thumbnails')
const FONTS = path.resolve(import.meta.dirname, '../../node_modules')
const FRAMES_PER_SECOND = 24
const SECONDS = 10
/** All of it travels with every clone. */
const MAX_BYTES = 3_000_000

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const work = await mkdtemp(path.join(os.tmpdir(), 'vitrine-demo-art-'))
try {
  await mkdir(THUMBNAILS, { recursive: true })
  const page = await browser.newPage()
  let bytes = 0
  for (const { file, width, height, draw } of POSTERS) {
    const shot = await drawn(page, width, height, draw())
    const picture = await sharp(shot)
      .webp({ quality: width > 4000 ? 68 : 82, effort: 6 })
      .toBuffer()
    await writeFile(path.join(OUT, file), picture)
    await writeFile(path.join(THUMBNAILS, `${path.parse(file).name}.webp`), await thumbnail(shot))
    bytes += picture.length
  }
  bytes += await film(page)
  console.log(`${POSTERS.length} pictures and a film, ${Math.round(bytes / 1000)} kB`)
  if (bytes > MAX_BYTES) throw new Error('The pictures are too large')
} finally {
  await browser.close()
  await rm(work, { recursive: true, force: true })
}

async function drawn(page: Page, width: number, height: number, parts: string): Promise<Buffer> {
  const face = (family: string, weight: string, file: string) =>
    `@font-face { font-family: ${family}; font-weight: ${weight}; src: url('file://${path.join(FONTS, file)}') }`
  const arabic = '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic'
  const html = `<!doctype html><meta charset="utf-8"><style>
    ${face('Plex', '100 700', '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2')}
    ${face('Arabic', '400', `${arabic}-400-normal.woff2`)}
    ${face('Arabic', '600', `${arabic}-600-normal.woff2`)}
    body { margin: 0 } svg { display: block }
  </style><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts}</svg>`
  const file = path.join(work, 'page.html')
  await writeFile(file, html)
  await page.setViewportSize({ width, height })
  await page.goto(`file://${file}`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot()
}

function thumbnail(shot: Buffer): Promise<Buffer> {
  return sharp(shot).resize(480, 480, { fit: 'inside' }).webp({ quality: 78 }).toBuffer()
}

async function film(page: Page): Promise<number> {
  const frames = FRAMES_PER_SECOND * SECONDS
  for (let index = 0; index < frames; index++) {
    const shot = await drawn(page, 1920, 1080, filmFrame(index / frames))
    await writeFile(path.join(work, `${String(index).padStart(4, '0')}.png`), shot)
    if (index === frames / 4) await writeFile(path.join(THUMBNAILS, 'River film.webp'), await thumbnail(shot))
  }
  const file = path.join(OUT, 'River film.mp4')
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', path.join(work, '%04d.png')]
  const coded = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '27',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ]
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...coded, file])
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
  return (await readFile(file)).length
}

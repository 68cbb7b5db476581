// Draws the README's first picture: the demo hotel's lobby, whose screens are screenshots of real players:
// node scripts/pictures.mjs lobby
import path from 'node:path'
import { chromium } from '@playwright/test'
import { DEMO_PLAYER } from '@vitrine/contract/player/demo'
import sharp from 'sharp'
import { MONA } from '#support/demo.ts'
import { PlayerWindow } from '#support/player-window.ts'
import { Server } from '#support/server.ts'
import { circle, glow, gradient, leaf, rect } from './demo-shapes.ts'

const OUT = path.resolve(import.meta.dirname, '../../docs/pictures/lobby.webp')
const WIDTH = 1760
const HEIGHT = 900
const FLOOR = 700
/** The README must load on slow connections, too. */
const MAX_BYTES = 200_000

/**
 * Where each screen hangs, in pixels of the picture, and what it plays; names are the demo's. A player rotates its
 * picture for a screen that hangs upright; `turn` hangs it so, in degrees.
 */
const SCREENS = [
  { name: 'Lift west', plays: 'Beside the lifts', x: 112, y: 196, width: 216, height: 384, turn: -90 },
  { name: 'Reception', plays: 'House day', x: 520, y: 116, width: 720, height: 405, turn: 0 },
  { name: 'Terrace bar', plays: 'Evening', x: 1356, y: 196, width: 320, height: 180, turn: 0 },
] as const

const server = await Server.start({ SCHEDULE_SETTLE_SECONDS: '1' }, ['--demo'])
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const shots = await Promise.all(SCREENS.map(shoot))
  const background = await sharp(Buffer.from(scene())).png().toBuffer()
  const picture = await sharp(background)
    .composite(
      shots.map((input, index) => ({ input, left: SCREENS[index]?.x ?? 0, top: SCREENS[index]?.y ?? 0 })),
    )
    .webp({ quality: 86, effort: 6 })
    .toFile(OUT)
  if (picture.size > MAX_BYTES) throw new Error(`${OUT} has ${picture.size} bytes`)
} finally {
  await browser.close()
  await server.close()
}

/** What a real player in the screen's place shows. */
async function shoot({ name, plays, turn, width, height }: (typeof SCREENS)[number]): Promise<Buffer> {
  const mona = await server.signIn(MONA)
  const { devices } = await mona.api.devices.list()
  const { storyboards } = await mona.api.storyboards.list()
  const device = devices.find((one) => one.name === name)
  const storyboard = storyboards.find((one) => one.name === plays)
  if (!device || !storyboard) throw new Error(`The demo has no screen ${name} or no storyboard ${plays}`)
  const params = { id: device.id }
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto(server.playerUrl)
  await mona.api.devices.replace({ params, body: { code: await new PlayerWindow(page).code() } })
  await mona.api.devices.switchStory({ params, body: { storyboardId: storyboard.id, end: 'manual' } })
  for (;;) {
    const { device: now } = await mona.api.devices.get({ params })
    if (now.screen?.playerVersion !== DEMO_PLAYER && now.content === 'up-to-date') break
    await page.waitForTimeout(500)
  }
  const isLit = async () =>
    (await sharp(await page.screenshot()).stats()).channels.some(({ mean }) => mean > 25)
  while (!(await isLit())) await page.waitForTimeout(500)
  // The page before has faded out by then.
  await page.waitForTimeout(3000)
  return sharp(await page.screenshot())
    .rotate(turn)
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
}

function scene(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${[
    `<defs>${[
      gradient('wall', [
        ['0', '#e9dcc6'],
        ['1', '#f4ead8'],
      ]),
      gradient('floor', [
        ['0', '#b99b7a'],
        ['1', '#d8c1a2'],
      ]),
      gradient('desk', [
        ['0', '#1f6f74'],
        ['1', '#164f55'],
      ]),
      gradient(
        'door',
        [
          ['0', '#c9a86a'],
          ['0.5', '#e7cf9b'],
          ['1', '#b8935a'],
        ],
        false,
      ),
      glow('lamp', '#fff3cf'),
      glow('light', '#ffffff'),
      '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter>',
    ].join('')}</defs>`,
    rect(0, 0, WIDTH, FLOOR, 'url(#wall)'),
    panels(),
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, 'url(#floor)'),
    tiles(),
    rect(0, FLOOR - 16, WIDTH, 16, '#9c7a55'),
    lift(),
    SCREENS.map(hung).join(''),
    [640, 880, 1120].map(pendant).join(''),
    desk(),
    plant(404, 838, 0.78),
    bar(),
    plant(1712, 872, 0.72),
  ].join('')}</svg>`
}

/** Oak slats behind the reception. */
function panels(): string {
  const slats = Array.from({ length: 30 }, (_, index) =>
    rect(460 + index * 28, 0, 20, FLOOR, index % 3 === 1 ? '#b98a5b' : '#c2946a', 'opacity="0.9"'),
  )
  return rect(456, 0, 848, FLOOR, '#8d6440') + slats.join('')
}

function tiles(): string {
  return (
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .map((index) => {
        const x = index * 160
        return `<path d="M${x} ${FLOOR} L${(x - 880) * 1.9 + 880} ${HEIGHT}" stroke="#a68864" stroke-width="1.5" opacity="0.5"/>`
      })
      .join('') + [736, 790, 858].map((y) => rect(0, y, WIDTH, 1.5, '#a68864', 'opacity="0.5"')).join('')
  )
}

/** The doors of the lift around the portrait screen's right. */
function lift(): string {
  return [
    rect(352, 236, 92, FLOOR - 236, '#7b5a35'),
    rect(360, 244, 37, FLOOR - 244, 'url(#door)'),
    rect(399, 244, 37, FLOOR - 244, 'url(#door)'),
    rect(384, 214, 28, 12, '#3b2a19', 'rx="3"'),
    circle(398, 220, 3, '#ffd27a'),
    rect(20, 236, 68, FLOOR - 236, '#7b5a35'),
    rect(28, 244, 52, FLOOR - 244, 'url(#door)'),
  ].join('')
}

/** A screen's light on the wall, its shadow, and its frame. */
function hung({ x, y, width, height }: (typeof SCREENS)[number]): string {
  return [
    rect(x - 30, y - 24, width + 60, height + 60, '#2a1b10', 'opacity="0.35" filter="url(#soft)"'),
    rect(x - 9, y - 9, width + 18, height + 18, '#14161b', 'rx="6"'),
    rect(x - 9, y - 9, width + 18, height + 18, 'none', 'rx="6" stroke="#3a3f49" stroke-width="1.5"'),
  ].join('')
}

function pendant(x: number): string {
  return [
    circle(x, 72, 120, 'url(#lamp)', 'opacity="0.55"'),
    rect(x - 1, 0, 2, 44, '#3b2a19'),
    `<path d="M${x - 34} 76 Q${x} 20 ${x + 34} 76 Z" fill="#c9a24f"/>`,
    `<ellipse cx="${x}" cy="77" rx="34" ry="6" fill="#fff6dc"/>`,
  ].join('')
}

/** The reception: a teal desk with a stone top, a bell, and flowers. */
function desk(): string {
  return [
    `<ellipse cx="880" cy="868" rx="470" ry="20" fill="#4b3420" opacity="0.35" filter="url(#soft)"/>`,
    rect(480, 622, 800, 240, 'url(#desk)', 'rx="10"'),
    Array.from({ length: 24 }, (_, index) =>
      rect(498 + index * 33, 654, 3, 196, '#0f4046', 'opacity="0.7"'),
    ).join(''),
    rect(464, 600, 832, 34, '#f6f0e6', 'rx="8"'),
    rect(464, 626, 832, 8, '#d8cbb6', 'rx="4"'),
    `<path d="M640 600 a24 22 0 0 1 48 0 Z" fill="#d9b25f"/>`,
    circle(664, 577, 4, '#b98f3f'),
    rect(1106, 570, 24, 30, '#eef3f2', 'rx="5"'),
    [-38, -16, 6, 28].map((turn, index) => leaf(1118, 580, 40 + (index % 2) * 8, turn, '#4c8a5d')).join(''),
    [
      [1094, 552],
      [1111, 543],
      [1130, 547],
      [1146, 560],
    ]
      .map(([x = 0, y = 0], index) => circle(x, y, 8, index % 2 ? '#f4c7a1' : '#e58b6a'))
      .join(''),
  ].join('')
}

function plant(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${[
    `<ellipse cx="0" cy="4" rx="70" ry="10" fill="#4b3420" opacity="0.3"/>`,
    [-58, -34, -12, 12, 36, 60]
      .map((turn, index) => leaf(0, -84, 200 - (index % 3) * 26, turn, index % 2 ? '#3f7a52' : '#57986a'))
      .join(''),
    `<path d="M-46 -92 H46 L34 0 H-34 Z" fill="#c9683f"/>`,
    rect(-50, -102, 100, 18, '#b5572f', 'rx="5"'),
  ].join('')}</g>`
}

/** The bar below its screen: a shelf of bottles and two stools. */
function bar(): string {
  return [
    rect(1340, 478, 352, 10, '#8d6440', 'rx="3"'),
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((index) => {
        const [x, tall] = [1362 + index * 36, 40 + (index % 3) * 10]
        const color = ['#2f6f5e', '#a9492f', '#c79a3f', '#3b4f7a'][index % 4] ?? '#2f6f5e'
        return (
          rect(x, 478 - tall, 18, tall, color, 'rx="5"') + rect(x + 6, 466 - tall, 6, 14, color, 'rx="2"')
        )
      })
      .join(''),
    rect(1340, 604, 380, 20, '#3f2b1b', 'rx="5"'),
    rect(1356, 624, 348, 214, '#6b4a2f'),
    Array.from({ length: 8 }, (_, index) => rect(1372 + index * 42, 640, 28, 182, '#5b3d26', 'rx="3"')).join(
      '',
    ),
    [1420, 1540]
      .map(
        (x) =>
          rect(x, 740, 62, 14, '#c9683f', 'rx="7"') +
          rect(x + 28, 754, 6, 96, '#2b1d12') +
          rect(x + 8, 846, 46, 6, '#2b1d12', 'rx="3"'),
      )
      .join(''),
  ].join('')
}

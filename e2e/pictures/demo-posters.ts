// The pictures of the demo organization, a hotel on a river: flat shapes, four colors each, one thing to read.
import {
  arch,
  chance,
  circle,
  felucca,
  glitter,
  glow,
  gradient,
  hills,
  leaf,
  palm,
  rect,
  ring,
  star,
  text,
} from './demo-shapes.ts'

export interface Poster {
  file: string
  width: number
  height: number
  /** The SVG elements of the poster. */
  draw: () => string
}

const INK = '#17203a'
const CREAM = '#fbf3e4'
const SAND = '#f0d3a0'
const GOLD = '#edb458'
const CLAY = '#c9583b'
const TEAL = '#1d6a70'
const NIGHT = '#101a33'

const landscape = (file: string, draw: () => string): Poster => ({ file, width: 1920, height: 1080, draw })
const portrait = (file: string, draw: () => string): Poster => ({ file, width: 1080, height: 1920, draw })

const dusk = (width: number, height: number): string =>
  `<defs>${gradient('sky', [
    ['0', '#2b2350'],
    ['0.45', '#b4476a'],
    ['0.75', '#f08a5d'],
    ['1', '#f9c784'],
  ])}${gradient('river', [
    ['0', '#f2a56b'],
    ['0.35', '#8d3f63'],
    ['1', '#1e1a3d'],
  ])}${glow('sun', '#ffe9b8')}</defs>${rect(0, 0, width, height * 0.66, 'url(#sky)')}`

const welcome = landscape('Welcome.webp', () =>
  [
    dusk(1920, 1080),
    circle(1320, 560, 520, 'url(#sun)'),
    circle(1320, 590, 190, '#ffe3ae'),
    hills(1920, 720, 690, '#5b2f5e', { seed: 7, waves: 3, rise: 90 }),
    hills(1920, 720, 706, '#41244e', { seed: 21, waves: 5, rise: 46 }),
    ...[80, 210, 300, 1660, 1780, 1860].map((x, index) => palm(x, 718, 0.42 + (index % 3) * 0.08, '#2c1b40')),
    rect(0, 712, 1920, 368, 'url(#river)'),
    glitter(1320, 724, 1060, 420, '#ffdca6'),
    felucca(1010, 800, 1.05, '#fff1d6', '#24173a'),
    felucca(1560, 762, 0.55, '#ffd9a8', '#24173a'),
    text('Welcome to', { x: 130, y: 230, size: 84, colour: '#ffe9c9', weight: 400 }),
    text('Nilehouse', { x: 124, y: 380, size: 176, colour: '#fff7e6', weight: 600, spacing: -4 }),
    text('A house on the river since 1928', { x: 134, y: 456, size: 44, colour: '#ffe9c9', weight: 500 }),
  ].join(''),
)

const ahlan = landscape('Ahlan.webp', () => {
  const tiles: string[] = []
  for (let row = 0; row < 7; row++)
    for (let column = 0; column < 12; column++)
      tiles.push(
        star(column * 180 + (row % 2) * 90, row * 180, 58, column + row > 9 ? '#2f868a' : '#257a80', 5),
      )
  return [
    rect(0, 0, 1920, 1080, TEAL),
    ...tiles,
    arch(520, 1080, 880, 1000, CREAM),
    arch(560, 1080, 800, 940, '#f6e3c0'),
    ...[690, 960, 1230].map((x) => star(x, 900, 26, GOLD, 5)),
    text('أهلاً وسهلاً', { x: 960, y: 600, size: 150, colour: INK, anchor: 'middle', arabic: true }),
    text('في نايل هاوس', {
      x: 960,
      y: 720,
      size: 64,
      colour: CLAY,
      weight: 400,
      anchor: 'middle',
      arabic: true,
    }),
  ].join('')
})

const breakfast = landscape('Breakfast.webp', () =>
  [
    rect(0, 0, 1920, 1080, '#f6c85f'),
    rect(0, 860, 1920, 220, '#e9a23b'),
    circle(1400, 560, 430, '#e0a13a', 'opacity="0.55"'),
    circle(1380, 535, 430, CREAM),
    ring(1380, 535, 330, '#ecdcbd', 6),
    `<path d="M1180 520 C1170 390 1300 330 1400 350 C1520 340 1620 430 1590 550 C1580 680 1440 720 1350 690 C1250 700 1180 620 1180 520 Z" fill="#ffffff"/>`,
    circle(1390, 520, 108, '#f4a32c'),
    circle(1352, 482, 30, '#ffd98a'),
    ...[-30, 0, 30].map((turn) => leaf(1180, 720, 150, turn - 60, '#5c8a4a')),
    text('Breakfast', { x: 130, y: 500, size: 168, colour: INK, spacing: -4 }),
    text('until 11:00 in the Garden Room', { x: 136, y: 596, size: 56, colour: '#4a3a12', weight: 400 }),
    text('Level 1', { x: 136, y: 980, size: 48, colour: INK, weight: 500 }),
  ].join(''),
)

const lunch = landscape('Lunch menu.webp', () => {
  const dishes = [
    ['Koshari with crisp onions', '120'],
    ['Grilled sea bass, lemon rice', '340'],
    ['Mezze for two', '260'],
    ['Pumpkin soup, warm bread', '110'],
    ['Date cake, cardamom cream', '95'],
  ] as const
  return [
    rect(0, 0, 1920, 1080, '#20463f'),
    rect(1180, 0, 740, 1080, '#e8dcc0'),
    `<path d="M1250 560 H1850 C1850 760 1720 860 1550 860 C1380 860 1250 760 1250 560 Z" fill="${CLAY}"/>`,
    `<ellipse cx="1550" cy="560" rx="300" ry="74" fill="#f2b25b"/>`,
    `<ellipse cx="1550" cy="560" rx="250" ry="54" fill="#e3913b"/>`,
    ...[-50, -20, 12, 46].map((turn, index) =>
      leaf(1500 + index * 34, 552, 190 - index * 18, turn, '#5d7f45'),
    ),
    rect(1400, 872, 300, 18, '#b08f5f', 'rx="9" opacity="0.6"'),
    ...[1470, 1550, 1630].map(
      (x, index) =>
        `<path d="M${x} 330 q26 -40 0 -80 t0 -80" fill="none" stroke="#c9b68c" stroke-width="9" stroke-linecap="round" opacity="${0.9 - index * 0.18}"/>`,
    ),
    text('Lunch', { x: 120, y: 230, size: 150, colour: CREAM, spacing: -4 }),
    text('12:00 – 15:00 · Terrace restaurant', { x: 126, y: 310, size: 42, colour: GOLD, weight: 400 }),
    ...dishes.flatMap(([dish, price], index) => [
      text(dish, { x: 126, y: 448 + index * 112, size: 46, colour: '#f4ecd8', weight: 400 }),
      text(price, { x: 1080, y: 448 + index * 112, size: 46, colour: GOLD, anchor: 'end', weight: 500 }),
      rect(126, 478 + index * 112, 954, 2, '#3a655c'),
    ]),
  ].join('')
})

const rooftop = landscape('Rooftop.webp', () => {
  const random = chance(11)
  const towers = Array.from({ length: 15 }, (_, index) => {
    const height = 90 + random() * 220
    const x = index * 132 - 20
    const windows = Array.from({ length: 9 }, () =>
      random() > 0.45
        ? rect(
            x + 18 + Math.floor(random() * 4) * 24,
            930 - height + 30 + Math.floor(random() * 6) * 34,
            11,
            16,
            '#f8cf7c',
            'opacity="0.85"',
          )
        : '',
    ).join('')
    const top = index % 4 === 1 ? circle(x + 60, 930 - height, 46, '#1b2850') : ''
    return top + rect(x, 930 - height, 122, height + 10, index % 2 ? '#18244a' : '#1d2b57') + windows
  })
  const lamps = Array.from({ length: 9 }, (_, index) => {
    const x = 100 + index * 215
    const y = 250 + Math.sin((index / 8) * Math.PI) * 120
    return (
      circle(x, y + 34, 90, 'url(#lamp)') +
      rect(x - 2, y - 14, 4, 24, '#0b1226') +
      circle(x, y + 34, 25, '#ffd682')
    )
  })
  return [
    `<defs>${gradient('night', [
      ['0', '#0c1430'],
      ['0.7', '#29356b'],
      ['1', '#5b4a7c'],
    ])}${glow('lamp', '#ffcf73')}</defs>`,
    rect(0, 0, 1920, 1080, 'url(#night)'),
    circle(1560, 200, 92, '#f6ecd0'),
    circle(1522, 180, 84, '#131d42'),
    ...towers,
    rect(0, 930, 1920, 150, '#0b1226'),
    '<path d="M0 236 Q960 480 1920 236" fill="none" stroke="#0b1226" stroke-width="6"/>',
    ...lamps,
    text('Rooftop', { x: 130, y: 520, size: 190, colour: CREAM, spacing: -5 }),
    text('Sundown drinks, every evening from 18:00', {
      x: 138,
      y: 600,
      size: 50,
      colour: '#f5d9a0',
      weight: 400,
    }),
    text('Lift to 9', { x: 138, y: 1024, size: 44, colour: '#c8cbe0', weight: 500 }),
  ].join('')
})

const ripples = (x: number, y: number, count: number, from: string, step: number): string =>
  Array.from({ length: count }, (_, index) =>
    ring(x, y, step * (index + 1), from, 10, `opacity="${Math.max(0.06, 0.62 - index * 0.07)}"`),
  ).join('')

const spa = landscape('Hammam and spa.webp', () =>
  [
    rect(0, 0, 1920, 1080, '#dfe9e2'),
    rect(0, 700, 1920, 380, '#c8dcd3'),
    ripples(1360, 640, 9, '#7fb0a4', 78),
    `<ellipse cx="1370" cy="716" rx="240" ry="74" fill="#4a5a58"/>`,
    `<ellipse cx="1352" cy="622" rx="176" ry="60" fill="#6b7c78"/>`,
    `<ellipse cx="1366" cy="542" rx="118" ry="46" fill="#8d9c97"/>`,
    leaf(1400, 520, 210, 34, '#5f8f6a'),
    leaf(1400, 520, 160, -8, '#77a67e'),
    text('Hammam', { x: 130, y: 440, size: 160, colour: '#20413d', spacing: -4 }),
    text('&amp; spa', { x: 130, y: 590, size: 160, colour: '#20413d', spacing: -4, weight: 300 }),
    text('Daily 9:00 – 21:00 · book at reception', {
      x: 138,
      y: 690,
      size: 46,
      colour: '#3c625c',
      weight: 400,
    }),
  ].join(''),
)

const jazz = landscape('Jazz night.webp', () =>
  [
    rect(0, 0, 1920, 1080, '#8f2d3f'),
    `<path d="M0 1080 L760 0 H1920 V1080 Z" fill="#7a2236"/>`,
    circle(1330, 560, 430, '#170f1c'),
    ...Array.from({ length: 11 }, (_, index) => ring(1330, 560, 180 + index * 22, '#2d2033', 4)),
    circle(1330, 560, 140, GOLD),
    circle(1330, 560, 22, '#170f1c'),
    `<path d="M1330 560 L1040 250 A430 430 0 0 1 1180 156 Z" fill="#ffffff" opacity="0.08"/>`,
    `<path d="M1790 130 L1720 150 L1560 620" fill="none" stroke="#e6d9c6" stroke-width="18" stroke-linecap="round" stroke-linejoin="round"/>`,
    rect(1528, 600, 52, 96, '#e6d9c6', 'rx="10" transform="rotate(19 1554 648)"'),
    text('Jazz', { x: 130, y: 460, size: 240, colour: CREAM, spacing: -8 }),
    text('on the terrace', { x: 140, y: 570, size: 92, colour: '#f6cfa2', weight: 300 }),
    text('Thursday 21:00', { x: 142, y: 680, size: 60, colour: GOLD, weight: 500 }),
  ].join(''),
)

const pool = landscape('Pool.webp', () => {
  const waves = Array.from({ length: 12 }, (_, index) => {
    const y = 90 + index * 92
    return `<path d="M760 ${y} q70 -34 140 0 t140 0 t140 0 t140 0 t140 0 t140 0 t140 0 t140 0 t140 0" fill="none" stroke="#7fd3dc" stroke-width="10" opacity="0.55"/>`
  })
  const shade = (x: number, y: number, colour: string) =>
    circle(x + 14, y + 18, 118, '#c49f6a', 'opacity="0.5"') +
    circle(x, y, 118, colour) +
    Array.from({ length: 4 }, (_, index) => {
      const turn = index * 90
      return `<path d="M${x} ${y} L${x} ${y - 118} A118 118 0 0 1 ${x + 83} ${y - 83} Z" fill="${CREAM}" transform="rotate(${turn} ${x} ${y})"/>`
    }).join('')
  return [
    rect(0, 0, 1920, 1080, SAND),
    rect(720, 0, 1200, 1080, '#2ca6b5'),
    rect(720, 0, 34, 1080, CREAM),
    ...waves,
    ring(1440, 620, 104, '#f7f3ea', 62),
    ring(1440, 620, 104, CLAY, 62, 'stroke-dasharray="82 82"'),
    shade(560, 210, CLAY),
    shade(590, 900, TEAL),
    text('Pool', { x: 120, y: 570, size: 190, colour: INK, spacing: -5 }),
    text('open 7 – 20', { x: 126, y: 660, size: 64, colour: '#6b4a1e', weight: 500 }),
  ].join('')
})

const forum = landscape('Water forum.webp', () =>
  [
    rect(0, 0, 1920, 1080, NIGHT),
    ...Array.from({ length: 24 }, (_, index) => {
      const height = 160 + Math.abs(Math.sin(index * 0.55)) * 560
      const colour = ['#2b6cb0', '#3a8fb7', '#57b4c4', '#1f4e86'][index % 4] ?? '#2b6cb0'
      return rect(820 + index * 46, 1080 - height, 28, height, colour, 'rx="14"')
    }),
    text('Nile Water', { x: 120, y: 330, size: 130, colour: CREAM, spacing: -3 }),
    text('Forum', { x: 120, y: 470, size: 130, colour: CREAM, spacing: -3 }),
    text('Wadi hall, level 2', { x: 126, y: 580, size: 54, colour: '#8ecbe0', weight: 500 }),
    text('9:00  Registration', { x: 126, y: 760, size: 42, colour: '#c9d4ea', weight: 400 }),
    text('10:00  Opening', { x: 126, y: 830, size: 42, colour: '#c9d4ea', weight: 400 }),
    text('13:00  Lunch on the terrace', { x: 126, y: 900, size: 42, colour: '#c9d4ea', weight: 400 }),
  ].join(''),
)

const liftDinner = portrait('Dinner by the river.webp', () =>
  [
    dusk(1080, 1920),
    rect(0, 1260, 1080, 660, 'url(#river)'),
    circle(540, 980, 520, 'url(#sun)'),
    circle(540, 1120, 200, '#ffe3ae'),
    hills(1080, 1300, 1240, '#4a2955', { seed: 5, waves: 2, rise: 110 }),
    rect(0, 1270, 1080, 650, 'url(#river)'),
    glitter(540, 1290, 1860, 320, '#ffdca6'),
    felucca(300, 1460, 1.5, '#fff1d6', '#24173a'),
    palm(980, 1290, 1.1, '#2c1b40'),
    text('Dinner', { x: 90, y: 320, size: 190, colour: '#fff7e6', spacing: -5 }),
    text('by the river', { x: 96, y: 450, size: 104, colour: '#ffe0bd', weight: 300 }),
    text('Level 0 · 19:00 – 23:00', { x: 98, y: 560, size: 52, colour: '#ffd9b0', weight: 500 }),
  ].join(''),
)

const liftSpa = portrait('Quiet hour.webp', () =>
  [
    rect(0, 0, 1080, 1920, '#244b48'),
    ripples(540, 1240, 11, '#4f8a80', 84),
    `<ellipse cx="540" cy="1390" rx="270" ry="84" fill="#16302e"/>`,
    `<ellipse cx="524" cy="1280" rx="200" ry="70" fill="#35605b"/>`,
    `<ellipse cx="540" cy="1190" rx="136" ry="54" fill="#5d8a82"/>`,
    leaf(580, 1160, 260, 30, '#9cc5a1'),
    leaf(576, 1160, 190, -12, '#7fb08c'),
    text('Quiet', { x: 90, y: 330, size: 200, colour: '#eef5ef', spacing: -6 }),
    text('hour', { x: 90, y: 520, size: 200, colour: '#eef5ef', spacing: -6, weight: 300 }),
    text('Spa, daily at 16:00', { x: 98, y: 640, size: 60, colour: '#a9d0bd', weight: 500 }),
  ].join(''),
)

const wall: Poster = {
  file: 'Western desert.webp',
  width: 7560,
  height: 2160,
  draw: () =>
    [
      `<defs>${gradient('dawn', [
        ['0', '#f6d9b0'],
        ['0.6', '#f2b184'],
        ['1', '#e58e6a'],
      ])}${glow('sun', '#fff3d6')}</defs>`,
      rect(0, 0, 7560, 2160, 'url(#dawn)'),
      circle(5200, 820, 900, 'url(#sun)'),
      circle(5200, 860, 300, '#fff1d4'),
      hills(7560, 2160, 1180, '#d97f5c', { seed: 3, waves: 4, rise: 260 }),
      hills(7560, 2160, 1380, '#b95f4a', { seed: 9, waves: 3, rise: 330 }),
      hills(7560, 2160, 1640, '#8b3f3f', { seed: 14, waves: 4, rise: 260 }),
      hills(7560, 2160, 1900, '#57293a', { seed: 30, waves: 3, rise: 200 }),
      ...[0, 330, 660, 1000, 1330].map(
        (x, index) =>
          `<path transform="translate(${1400 + x} ${1360 + index * 14}) scale(2.2)" d="M0 0 q14 -60 54 -58 q20 -46 46 -6 q40 0 44 40 l8 60 h-12 l-10 -44 h-66 l-8 44 h-12 l2 -52 q-22 6 -46 16 z" fill="#43202f"/>`,
      ),
    ].join(''),
}

export const POSTERS: readonly Poster[] = [
  welcome,
  ahlan,
  breakfast,
  lunch,
  rooftop,
  spa,
  jazz,
  pool,
  forum,
  liftDinner,
  liftSpa,
  wall,
]

/** One frame of the film at `part` of its length: boats cross, the sun sets and rises with the loop. */
export function filmFrame(part: number): string {
  const turn = Math.sin(part * Math.PI * 2)
  const sun = 590 + turn * 60
  const drift = part * 2200
  return [
    dusk(1920, 1080),
    circle(960, sun - 30, 560, 'url(#sun)'),
    circle(960, sun, 200, '#ffe3ae'),
    hills(1920, 720, 690, '#5b2f5e', { seed: 7, waves: 3, rise: 90 }),
    hills(1920, 720, 706, '#41244e', { seed: 21, waves: 5, rise: 46 }),
    ...[90, 230, 1650, 1790].map(
      (x, index) =>
        `<g transform="rotate(${Math.sin(part * Math.PI * 2 + index) * 1.6} ${x} 718)">${palm(x, 718, 0.5, '#2c1b40')}</g>`,
    ),
    rect(0, 712, 1920, 368, 'url(#river)'),
    `<g transform="translate(${turn * 14} 0)">${glitter(960, 724, 1060, 420, '#ffdca6')}</g>`,
    felucca(((drift + 300) % 2200) - 140, 770, 0.7, '#ffd9a8', '#24173a'),
    felucca(2060 - ((drift + 900) % 2200), 860, 1.35, '#fff1d6', '#24173a'),
  ].join('')
}

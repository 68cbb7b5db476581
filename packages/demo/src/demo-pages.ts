import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'

/** Pages of the demo; they refer to media by file name. */

type Box = readonly [x: number, y: number, width: number, height: number]
interface Piece {
  type: string
  name: string
  box: Box
  settings: Record<string, unknown>
}

const INK = '#17203a'
const font = (size: number, { isBold = false, alignment = 'left' } = {}) => ({
  isBold,
  isItalic: false,
  alignment,
  font: 'Arial',
  size,
})
const cell = (text: string, isBold = false) => ({ text, isBold, isItalic: false, size: 30 })

function page(width: number, height: number, background: string, pieces: readonly Piece[]): LayoutDocument {
  return {
    width,
    height,
    widgets: pieces.map(({ type, name, box: [x, y, w, h] }, index) => ({
      id: `w${index + 1}`,
      type,
      name,
      zIndex: index + 1,
      width: w,
      height: h,
      transform: `translate(${x}px, ${y}px)`,
    })),
    config: {
      background,
      inputs: pieces.flatMap(({ settings }, index) =>
        Object.entries(settings).map(([field, value]) => ({ name: `w${index + 1}-${field}`, value })),
      ),
    },
  }
}

/** Returns the id of a media item by its name without extension. */
export type MediaId = (name: string) => string

export function demoPages(media: MediaId) {
  const zone = (box: Box, names: readonly string[], interval = 8): Piece => ({
    type: 'media-looper',
    name: 'Pictures',
    box,
    settings: {
      interval,
      muteVideo: true,
      media: names.map((name) => ({ mediaId: media(name), duration: 0 })),
    },
  })
  const clock = (box: Box): Piece => ({
    type: 'date-time',
    name: 'Clock',
    box,
    settings: { timeColor: '#ffffff', timeZone: 'Etc/GMT-2' },
  })
  const full = (name: string) => page(1920, 1080, '#000000', [zone([0, 0, 1920, 1080], [name])])
  const touch = (label: string, order: number, y: number): Piece => ({
    type: 'button',
    name: label,
    box: [80, y, 460, 130],
    settings: {
      label,
      fontSettings: font(44, { isBold: true, alignment: 'center' }),
      color: INK,
      background: '#f0d3a0',
      shadow: true,
      outline: false,
      actions: [
        {
          event: 'CLICK_TOUCH',
          type: 'LAYOUT',
          verb: 'LOAD_MEDIA_BY_ORDER',
          target: '',
          props: { layoutId: '', layoutName: '', mediaZoneId: 'w1', mediaOrder: order },
        },
      ],
    },
  })

  const layouts = {
    lobby: page(1920, 1080, INK, [
      zone([0, 0, 1440, 960], ['Welcome', 'Rooftop', 'Hammam and spa', 'Jazz night'], 10),
      clock([1470, 50, 420, 210]),
      {
        type: 'weather',
        name: 'Weather',
        box: [1480, 310, 400, 220],
        settings: { weatherColor: '#ffffff', weatherLocation: 'cairo' },
      },
      {
        type: 'prayer',
        name: 'Prayer times',
        box: [1480, 570, 400, 350],
        settings: { prayerCalcMethod: 5, prayerLocation: 'cairo', prayerColor: '#ffffff' },
      },
      {
        type: 'ticker',
        name: 'News of the house',
        box: [0, 960, 1920, 120],
        settings: {
          tickerSentence1: cell('Breakfast until 11:00 in the Garden Room', true),
          tickerSentence2: cell('Shuttle to the museum every hour from the west door'),
          tickerSentence3: cell('Jazz on the terrace on Thursday'),
          tickerBgColor: '#0f1730',
          tickerSpacing: 5,
          tickerColor: '#f0d3a0',
        },
      },
    ]),
    forum: page(1920, 1080, '#101a33', [
      zone([0, 0, 1920, 1080], ['Water forum']),
      {
        type: 'tag',
        name: 'Room',
        box: [120, 120, 240, 70],
        settings: {
          label: 'Today',
          background: '#edb458',
          color: '#101a33',
          fontSettings: font(34, { isBold: true, alignment: 'center' }),
        },
      },
    ]),
    lunch: page(1920, 1080, '#20463f', [
      zone([0, 0, 1920, 1080], ['Lunch menu']),
      clock([1420, 930, 460, 110]),
    ]),
    film: full('River film'),
    lift: page(1080, 1920, '#101a33', [
      zone([0, 0, 1080, 1720], ['Dinner by the river', 'Quiet hour'], 12),
      clock([60, 1740, 960, 160]),
    ]),
    wall: page(7560, 2160, '#e58e6a', [zone([0, 0, 7560, 2160], ['Western desert'])]),
    guide: page(1920, 1080, INK, [
      zone([620, 0, 1300, 1080], ['Breakfast', 'Pool', 'Hammam and spa', 'Rooftop'], 3600),
      {
        type: 'text',
        name: 'Heading',
        box: [80, 80, 460, 150],
        settings: {
          text: 'What can we show you?',
          color: '#fbf3e4',
          fontSettings: font(54, { isBold: true }),
        },
      },
      touch('Breakfast', 0, 280),
      touch('Pool', 1, 440),
      touch('Hammam and spa', 2, 600),
      touch('Rooftop', 3, 760),
      { type: 'rating', name: 'Your stay', box: [80, 940, 460, 90], settings: { color: '#edb458' } },
    ]),
  }
  const cards = {
    welcome: full('Welcome'),
    ahlan: full('Ahlan'),
    breakfast: full('Breakfast'),
    pool: full('Pool'),
    rooftop: page(1920, 1080, '#0c1430', [
      zone([0, 0, 1920, 1080], ['Rooftop']),
      clock([1380, 900, 480, 140]),
    ]),
    jazz: full('Jazz night'),
  }
  const notice = page(1920, 1080, '#f6e3c0', [
    {
      type: 'text',
      name: 'Heading',
      box: [140, 180, 1300, 180],
      settings: { text: 'House notice', color: INK, fontSettings: font(110, { isBold: true }) },
    },
    {
      type: 'text',
      name: 'Words',
      box: [140, 420, 1300, 420],
      settings: {
        text: 'The west lift rests on Tuesday from 9:00 to 12:00. The east lift is beside the library.',
        color: '#4a3a12',
        fontSettings: font(56),
      },
    },
    {
      type: 'sticky-note',
      name: 'Note',
      box: [1500, 560, 320, 340],
      settings: {
        text: 'Questions?\nReception, day and night',
        fontSettings: font(34, { alignment: 'center' }),
        colorSwatches: '#f5cc76',
      },
    },
  ])
  return { layouts, cards, notice }
}

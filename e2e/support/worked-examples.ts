import { storyboard } from './content.ts'
import type { Caller } from './server.ts'

/** The examples of docs/worked-examples.md, made by the calls that a program would make. */

interface Text {
  text: string
  y: number
  size: number
  height?: number
  color?: string
  /** Other settings of the text. */
  also?: Record<string, unknown>
}

interface PageOptions {
  background: string
  texts: readonly Text[]
  /** More of `config`. */
  config?: object
}

/** A page of 1920 × 1080 with texts below each other. */
async function textPage(admin: Caller, name: string, { background, texts, config }: PageOptions) {
  const widgets = texts.map(({ y, height = 200 }, index) => ({
    ...{ id: `t${index}`, type: 'text', name: `Text ${index + 1}`, zIndex: index + 1, width: 1640, height },
    transform: `translate(140px, ${y}px)`,
  }))
  const inputs = texts.flatMap(({ text, size, color = '#ffffff', also }, index) =>
    Object.entries({
      fontSettings: { isBold: size > 80, isItalic: false, alignment: 'left', font: 'IBM Plex Sans', size },
      color,
      text,
      ...also,
    }).map(([setting, value]) => ({ name: `t${index}-${setting}`, value })),
  )
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name, type: 'designed', width: 1920, height: 1080, widgets },
      config: { background, inputs, ...config },
    } as never,
  })
  return layout.id
}

async function source(admin: Caller, name: string, rows: string) {
  const file = { name: 'rows.csv', content: Buffer.from(rows).toString('base64') }
  return (await admin.api.sources.create({ body: { name, kind: 'csv', file, url: '', every: 15 } as never }))
    .source
}

/** A storyboard whose pages have rules, conditions, or neither. */
async function ruled(admin: Caller, name: string, items: readonly object[]) {
  const body = { name, type: 'designed', mode: 'AUTO', items } as never
  const { id } = (await admin.api.storyboards.create({ body })).storyboard
  await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
  return id
}

const group = async (admin: Caller, name: string, schedule: object) =>
  (await admin.api.deviceGroups.create({ body: { name, schedule } as never })).deviceGroup

/** Two shops, one storyboard: values of each building, and a page for shops with a bar. */
export async function chainOfShops(admin: Caller) {
  await source(
    admin,
    'Branches',
    'Branch,Phone,Offer\nZamalek,02 2735,Two espressos for 60\nSmouha,03 4201,Sahlab with nuts for 45\n',
  )
  const fieldOf = async (body: object) =>
    (await admin.api.screenFields.create({ body: body as never })).field.id
  const manager = await fieldOf({ name: 'Manager', kind: 'text', source: '' })
  const branch = await fieldOf({ name: 'Branch', kind: 'row', source: 'Branches' })
  const shop = async (name: string, city: string, by: string) => {
    const { building } = await admin.api.buildings.create({
      body: { name, location: city, floors: [{ name: 'Shop' }] } as never,
    })
    const of = { of: 'building' as const, id: building.id }
    await admin.api.screenValues.save({
      body: {
        changes: [
          { ...of, fieldId: manager, value: by },
          { ...of, fieldId: branch, value: name },
        ],
      },
    })
    return building.floors[0]?.id ?? ''
  }
  const floors = {
    zamalek: await shop('Zamalek', 'Cairo', 'Mona'),
    smouha: await shop('Smouha', 'Alexandria', 'Omar'),
  }
  const offer = await textPage(admin, 'Offer', {
    background: 'linear-gradient(135deg, #3b0d11 0%, #b5442e 100%)',
    texts: [
      { y: 150, size: 64, color: '#ffd8a8', text: 'Today at {Screen: Branch}' },
      { y: 270, size: 120, height: 420, text: '{Screen: Offer of Branch | Tea for 20}' },
      { y: 800, size: 56, text: 'Ask {Screen: Manager | our team} · {Screen: Phone of Branch | 16000}' },
    ],
  })
  const bar = await textPage(admin, 'Bar', {
    background: 'linear-gradient(200deg, #10212b 0%, #1f6f78 100%)',
    texts: [
      { y: 260, size: 140, height: 320, text: 'Happy hour' },
      { y: 600, size: 64, color: '#b2f2e5', text: 'At the bar from six to eight' },
    ],
  })
  const storyboardId = await ruled(admin, 'All shops', [
    { layoutId: offer, duration: 6 },
    { layoutId: bar, duration: 6, screens: { anyTags: ['bar'] } },
  ])
  const { id } = await group(admin, 'Shops', {
    timezone: 'Africa/Cairo',
    slots: [],
    defaultStoryboardId: storyboardId,
  })
  return { groupId: id, floors }
}

/** One page in the language of each ward, and another one while the queue is long. */
export async function hospital(admin: Caller) {
  const { id: sourceId } = await source(admin, 'Queue', 'Desk,Number,Waiting\nDesk 1,A 114,2\n')
  const languages = {
    ...{ own: 'en', mirror: true },
    others: [
      {
        language: 'ar',
        texts: [
          { of: 'Now serving', to: 'الدور الآن' },
          { of: 'Please wait here', to: 'انتظروا هنا من فضلكم' },
          { of: 'Desk 2 is open, too', to: 'الشباك 2 مفتوح أيضًا' },
          { of: 'Please come forward', to: 'تفضلوا بالتقدم' },
        ],
      },
    ],
  }
  const calm = await textPage(admin, 'Now serving', {
    background: 'linear-gradient(160deg, #0b2545 0%, #13507a 100%)',
    config: { languages },
    texts: [
      { y: 190, size: 72, color: '#a5d8ff', text: 'Now serving' },
      { y: 310, size: 260, height: 380, text: '{Queue: Number of Desk 1}' },
      { y: 810, size: 60, text: 'Please wait here' },
    ],
  })
  const busy = await textPage(admin, 'Second desk', {
    background: 'linear-gradient(160deg, #0b3d2e 0%, #2b8a5f 100%)',
    config: { languages },
    texts: [
      { y: 300, size: 130, height: 320, text: 'Desk 2 is open, too' },
      { y: 660, size: 64, color: '#b2f2bb', text: 'Please come forward' },
    ],
  })
  const tests = [{ of: 'source', from: 'Queue', field: 'Waiting of Desk 1', is: 'above', value: 5 }]
  const storyboardId = await ruled(admin, 'Waiting room', [
    { layoutId: calm, duration: 5 },
    { layoutId: busy, duration: 5, when: { tests } },
  ])
  const { id } = await group(admin, 'Wards', {
    timezone: 'Africa/Cairo',
    slots: [],
    defaultStoryboardId: storyboardId,
  })
  const setWaiting = (value: string) =>
    admin.api.sources.setCells({ params: { id: sourceId }, body: { cells: [{ row: 0, column: 2, value }] } })
  return { groupId: id, setWaiting }
}

/** Slots that follow the prayers, and the evening of Ramadan. */
export async function mosque(admin: Caller) {
  const verse = (name: string, background: string, text: string, below: string) =>
    textPage(admin, name, {
      background,
      texts: [
        { y: 330, size: 130, height: 320, text },
        { y: 680, size: 60, color: '#ffe8cc', text: below },
      ],
    }).then((page) => storyboard(admin, name, [page]))
  const night = 'linear-gradient(180deg, #10131c 0%, #283655 100%)'
  const dusk = 'linear-gradient(180deg, #2b1b3d 0%, #c2694f 100%)'
  const day = await verse(
    'Welcome',
    'linear-gradient(180deg, #12372a 0%, #436850 100%)',
    'Welcome',
    'Masjid an-Nur · Cairo',
  )
  const phones = await verse('Phones off', night, 'Please turn off your phone', 'The prayer begins soon')
  const evening = await verse('Evening prayer', night, 'Evening prayer', 'Please keep the rows straight')
  const iftar = await verse('Iftar', dusk, 'Iftar in the courtyard', 'Everyone is welcome')
  const spare = { from: '06:00 PM', to: '06:20 PM' }
  const schedule = {
    timezone: 'Africa/Cairo',
    sky: { name: 'Cairo', latitude: 30.06, longitude: 31.25, method: 5 },
    defaultStoryboardId: day,
    slots: [
      {
        ...spare,
        storyboardId: phones,
        fromSky: { event: 'maghrib', minutes: -20 },
        toSky: { event: 'maghrib' },
      },
      { ...spare, storyboardId: evening, fromSky: { event: 'maghrib' }, toSky: { event: 'isha' } },
      {
        ...{
          ...spare,
          storyboardId: iftar,
          fromSky: { event: 'asr' },
          toSky: { event: 'maghrib', minutes: -20 },
        },
        hijri: { from: '09-01', to: '09-30' },
      },
    ],
  }
  return { group: await group(admin, 'Mosque', schedule), storyboards: { day, phones, evening, iftar } }
}

import { beforeAll, describe, expect, it } from 'vitest'
import { entriesOf, importedLayout, jsonExport, playlist, type TestWidget } from '#test/foreign-layouts.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { picture, video } from '#test/uploads.ts'

const server = useServer()
let admin: Caller & { organizationId: string }
let red: Buffer
beforeAll(async () => {
  admin = await server().organization()
  red = await picture('red')
})

const importing = (zip: Buffer) => importedLayout(admin, zip)
const media = async (id: string) => (await admin.api.media.get({ params: { id } })).media
const one = (widget: TestWidget, box?: [number, number, number, number]) =>
  jsonExport({ regions: [{ name: 'Main', ...(box && { box }), widgets: [widget] }] })

describe('a layout with layout.json', () => {
  it('becomes a layout: regions at their place, media in a folder, background, and order', async () => {
    const zip = jsonExport({
      name: 'Lobby',
      files: [
        { id: 7, file: '7.png', name: 'Poster', content: red },
        { id: 8, file: '8.mp4', name: 'Clip.mp4', content: video() },
        { id: 9, file: '9.png', name: 'Wall.png', content: await picture('blue'), background: true },
      ],
      regions: [
        {
          name: 'Top',
          box: [0, 0, 1920, 200],
          z: 2,
          widgets: [{ type: 'image', files: [7], options: { scaleType: 'stretch' } }],
        },
        {
          ...{ name: 'List', box: [0.4, 200.6, 960, 880], z: 1 },
          widgets: [
            { type: 'image', files: [7], seconds: 12, options: { scaleType: 'fit' } },
            { type: 'video', files: [8], seconds: 0, ownLength: true, options: { mute: '0' } },
          ],
        },
      ],
    })
    const { layout, read, report, notes } = await importing(zip)
    expect(layout).toMatchObject({ name: 'Lobby', width: 1920, height: 1080 })
    expect(read.background).toBe('#102030')
    expect(notes).toEqual([])
    expect(report).toMatchObject({
      regions: 2,
      widgets: 3,
      elements: 2,
      pictures: 2,
      videos: 1,
      folder: 'Lobby',
    })
    const [list, top] = read.widgets
    expect(list).toMatchObject({ type: 'media-looper', name: 'List', x: 0, y: 201, width: 960, height: 880 })
    expect(top).toMatchObject({ name: 'Top', x: 0, y: 0, width: 1920, height: 200 })
    expect(entriesOf(top)).toMatchObject([{ duration: 10, fit: 'stretch' }])
    expect(entriesOf(list)).toMatchObject([{ duration: 12, fit: 'cover' }, { duration: -1 }])
    expect([list?.settings.muteVideo, top?.settings.muteVideo]).toEqual([false, true])
    const poster = await media(entriesOf(top)[0]?.mediaId ?? '')
    expect(poster).toMatchObject({ name: 'Poster.png', mimetype: 'image/png' })
    const { folder } = await admin.api.media.folder({ params: { id: poster.folderId ?? '' } })
    expect(folder).toMatchObject({ name: 'Lobby' })
    const behind = await media(read.backdrop?.media?.[0]?.mediaId ?? '')
    expect([behind.name, read.backdrop?.fit]).toEqual(['Wall.png', 'stretch'])
  })

  it('leaves one entry in the audit log, and its dry run none', async () => {
    const owner = await server().organization()
    await importedLayout(owner, jsonExport({ name: 'Logged' }))
    const { entries } = await owner.api.audit.list({ query: {} })
    const imports = entries.filter(({ action }) => action === 'layoutImports.import')
    expect(imports).toMatchObject([{ kind: 'layout', verb: 'import' }])
  })

  it('reads text as plain text with its size, color, and side', async () => {
    const text =
      '<p style="text-align: center;"><span style="font-size:48px;"><span style="color:#ff0000;"><strong>Welcome &amp; hello</strong></span></span></p><p>Second {line}</p>'
    const { read, notes } = await importing(one({ type: 'text', options: { text } }, [10, 20, 500, 100]))
    expect(read.widgets).toMatchObject([
      {
        ...{ type: 'text', x: 10, y: 20, width: 500, height: 100 },
        settings: {
          text: 'Welcome & hello\n\nSecond (line)',
          color: '#ff0000',
          fontSettings: { size: 48, isBold: true, isItalic: false, alignment: 'center' },
        },
      },
    ])
    expect(notes).toEqual([])
    const mixed =
      '<p><span style="font-size:20px">a</span><span style="font-size:40px;font-family:Lobster">b</span></p>'
    expect((await importing(one({ type: 'text', options: { text: mixed } }))).notes).toEqual([
      'Main|text|text',
    ])
  })

  it('moving text becomes a ticker, a feed RSS, a clock a date and time', async () => {
    const regions = [
      {
        name: 'Moving',
        widgets: [{ type: 'text', options: { text: '<p>One</p><p>Two</p>', effect: 'marqueeLeft' } }],
      },
      {
        name: 'News',
        widgets: [{ type: 'rss-ticker', options: { uri: 'https%3A%2F%2Fexample.org%2Ffeed.xml%3Fa%3D1' } }],
      },
      {
        name: 'Clock',
        widgets: [
          { type: 'clock-digital', options: { format: '<span style="color:#00ff00">[HH:mm:ss]</span>' } },
        ],
      },
      { name: 'Hands', widgets: [{ type: 'clock-analogue' }] },
    ]
    const { read, notes } = await importing(jsonExport({ regions }))
    const [moving, news, clock, hands] = read.widgets
    expect(moving).toMatchObject({
      type: 'ticker',
      settings: { tickerSentence1: { text: 'One' }, tickerSentence2: { text: 'Two' } },
    })
    expect(news).toMatchObject({ type: 'rss', settings: { rssURL: 'https://example.org/feed.xml?a=1' } })
    expect(clock).toMatchObject({
      type: 'date-time',
      settings: { hours: '24', seconds: true, dateForm: 'none', timeColor: '#00ff00' },
    })
    expect(hands?.type).toBe('date-time')
    expect(notes.sort()).toEqual([
      ...['Clock|clock-digital|time-zone', 'Hands|clock-analogue|clock', 'Hands|clock-analogue|time-zone'],
      'News|rss-ticker|feed',
    ])
  })

  it('web pages become media, and what takes turns with media cards', async () => {
    const uri = encodeURIComponent('https://example.org/board?x=1')
    const widgets = [
      { type: 'webpage', seconds: 30, options: { uri, modeid: '1', scaling: '50' } },
      { type: 'text', seconds: 7, options: { text: '<p>Between</p>' } },
      { type: 'webpage', options: { uri: 'javascript%3Aalert(1)' } },
    ]
    const { read, report, notes } = await importing(
      jsonExport({ regions: [{ name: 'Mixed', box: [0, 0, 640, 60], widgets }] }),
    )
    const [page, card] = entriesOf(read.widgets[0])
    expect([page?.duration, card?.duration, read.widgets.length]).toEqual([30, 7, 1])
    expect((await media(page?.mediaId ?? '')).web).toMatchObject({
      address: 'https://example.org/board?x=1',
      zoom: 50,
    })
    const { cards } = await admin.api.cards.list()
    const made = cards.find(
      ({ id }) => id === cards.find(({ name }) => name.startsWith('Lobby') && name.includes('Mixed'))?.id,
    )
    expect(made).toMatchObject({ width: 640, height: 100 })
    expect(report).toMatchObject({ webPages: 1, cards: 1 })
    expect(notes).toEqual(['Mixed|webpage|no-address'])
  })

  it('rows of data sets become data sources', async () => {
    const dataSet = {
      ...{ dataSetId: 3, dataSet: 'Menu: "today"' },
      columns: [
        { heading: 'Price', columnOrder: 2 },
        { heading: 'Dish', columnOrder: 1 },
      ],
      data: [
        { id: 1, Dish: 'Soup', Price: 4.5 },
        { id: 2, Dish: 'Tea', Price: '2' },
      ],
    }
    const widgets = [{ type: 'dataset', options: { dataSetId: '3', fontSize: '34' } }]
    const regions = [
      { name: 'Menu', widgets },
      { name: 'Other', widgets: [{ type: 'datasetview', options: { dataSetId: '4' } }] },
    ]
    const { read, report, notes } = await importing(
      jsonExport({ regions, parts: { 'dataSet.json': [dataSet] } }),
    )
    expect(report.sources).toBe(1)
    const name = String(read.widgets[0]?.settings.source)
    expect(name).toBe('Menu   today')
    const { sources } = await admin.api.sources.list()
    const { id = '' } = sources.find((each) => each.name === name) ?? {}
    expect(await admin.api.sources.rows({ params: { id } })).toMatchObject({
      columns: ['Dish', 'Price'],
      rows: [
        ['Soup', 4.5],
        ['Tea', '2'],
      ],
    })
    expect(read.widgets[0]).toMatchObject({ type: 'text', settings: { fontSettings: { size: 34 } } })
    expect(notes.sort()).toEqual([
      'Menu|dataset|table',
      'Other|datasetview|no-rows',
      'Other|datasetview|table',
    ])
  })

  it('playlists in playlists are read to their widgets, once', async () => {
    const sub = (...ids: number[]) => ({
      type: 'subplaylist',
      options: { subPlaylists: JSON.stringify(ids.map((playlistId) => ({ playlistId }))) },
    })
    const zip = jsonExport({
      files: [{ id: 7, file: '7.png', content: red }],
      regions: [
        { name: 'One', widgets: [sub(1)] },
        { name: 'Gone', widgets: [sub(9)] },
      ],
      parts: {
        'playlist.json': [playlist(1, [{ type: 'image', files: [7], seconds: 3 }, sub(2)])],
        'nestedPlaylist.json': [playlist(2, [{ type: 'image', files: [7], seconds: 4 }, sub(1)])],
      },
    })
    const { read, notes } = await importing(zip)
    expect(read.widgets.map((widget) => entriesOf(widget).map(({ duration }) => duration))).toEqual([[3, 4]])
    expect(notes).toEqual(['One|subplaylist-missing|playlist', 'Gone|subplaylist-missing|playlist'])
  })

  it('elements of a canvas become widgets at their place', async () => {
    const element = (
      id: string,
      left: number,
      layer: number,
      more: object,
      properties: Record<string, unknown> = {},
    ) => ({
      ...{ id, left, top: 10, width: 100, height: 50, layer, rotation: 0, isVisible: true },
      properties: Object.entries(properties).map(([name, value]) => ({ id: name, value })),
      ...more,
    })
    const elements = [
      {
        elements: [
          element(
            'text',
            300,
            3,
            { rotation: 270 },
            { text: 'Hi', fontColor: '#ffff00', fontSize: 40, bold: 1, horizontalAlign: 'right' },
          ),
          element('global_library_image', 20, 1, { mediaId: 7 }, { opacity: 20 }),
          element('date_advanced', 500, 4, {}, { currentDate: 1, dateFormat: 'H:i' }),
          element('line', 0, 2, {}),
          element('text', 0, 5, { isVisible: false }, { text: 'Hidden' }),
        ],
      },
    ]
    const zip = jsonExport({
      files: [{ id: 7, file: '7.png', content: red }],
      regions: [
        {
          name: 'Canvas',
          box: [100, 100, 800, 600],
          type: 'canvas',
          widgets: [{ type: 'global', files: [7], options: { elements: JSON.stringify(elements) } }],
        },
      ],
    })
    const { read, notes } = await importing(zip)
    expect(read.widgets.map(({ type, x, y, frame }) => [type, x, y, frame])).toEqual([
      ['media-looper', 120, 110, { opacity: 20 }],
      ['text', 400, 110, { rotation: -90 }],
      ['date-time', 600, 110, undefined],
    ])
    expect(read.widgets[1]?.settings).toMatchObject({
      text: 'Hi',
      color: '#ffff00',
      fontSettings: { size: 40, isBold: true, alignment: 'right' },
    })
    expect(notes.sort()).toEqual(['Canvas|date_advanced|time-zone', 'Canvas|line|element'])
  })

  it('names in words per region what it leaves out', async () => {
    const zip = jsonExport({
      definitions: { actions: [{ actionType: 'next' }] },
      files: [
        { id: 1, file: '1.pdf', name: 'Plan.pdf', content: pdf(1) },
        { id: 2, file: '2.png', name: 'Broken.png', content: red.subarray(0, 60) },
        { id: 3, file: '3.png', name: 'Gone.png' },
        { id: 4, file: '4.bin', name: 'Unused.bin', content: 'x' },
      ],
      regions: [
        {
          name: 'A',
          widgets: [
            { type: 'pdf', files: [1] },
            { type: 'image', files: [2] },
            { type: 'image', files: [3] },
          ],
        },
        {
          name: 'B',
          options: { transitionType: 'fly' },
          widgets: [{ type: 'forecastio' }, { type: 'embedded' }, { type: 'stocks', sounds: [5] }],
        },
        { name: 'C', drawer: true, widgets: [{ type: 'image', files: [2] }] },
        { name: 'D' },
      ],
    })
    const { report, read } = await importing(zip)
    expect(read.widgets).toEqual([])
    expect(report.notes).toEqual([
      { region: '', kind: '', why: 'actions', detail: '' },
      { region: 'A', kind: 'pdf', why: 'document', detail: 'Plan.pdf' },
      {
        region: 'A',
        kind: 'image',
        why: 'refused-file',
        detail: expect.stringContaining('Broken.png is damaged'),
      },
      { region: 'A', kind: 'image', why: 'missing-file', detail: 'Gone.png' },
      { region: 'B', kind: '', why: 'transition', detail: '' },
      { region: 'B', kind: 'forecastio', why: 'choose-city', detail: '' },
      { region: 'B', kind: 'embedded', why: 'script', detail: '' },
      { region: 'B', kind: 'stocks', why: 'audio', detail: '' },
      { region: 'B', kind: 'stocks', why: 'unknown-kind', detail: '' },
      { region: 'D', kind: '', why: 'empty', detail: '' },
      { region: 'C', kind: 'image', why: 'drawer', detail: '' },
      { region: '', kind: '', why: 'refused-file', detail: expect.stringContaining('Unused.bin') },
    ])
  })

  it('dates of widgets become those of media, and names stay free', async () => {
    const more = { fromDt: '2026-12-01 00:00:00', toDt: 1_767_225_600 }
    const zip = jsonExport({
      name: 'Dated',
      files: [{ id: 7, file: '7.png', content: red }],
      regions: [
        {
          name: 'M',
          widgets: [
            { type: 'image', files: [7], more: { ...more, toDt: 1_798_761_600 } },
            { type: 'image', files: [7], more: { ...more, toDt: 1_767_225_600 } },
          ],
        },
      ],
    })
    const { read, notes } = await importing(zip)
    expect(entriesOf(read.widgets[0])).toMatchObject([
      { showFrom: '2026-12-01T00:00', showUntil: '2027-01-01T00:00' },
      // It ended before it began: no dates are better than never.
      { mediaId: expect.any(String) },
    ])
    expect(notes).toEqual(['M|image|dates', 'M|image|dates'])
    const again = await importing(zip)
    expect([again.layout.name, again.report.folder]).toEqual(['Dated (2)', 'Dated (2)'])
  })
})

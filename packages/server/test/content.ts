import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { ReportedAnswer } from '@vitrine/contract/api/data/answers'
import type { Caller } from '#test/harness.ts'

/** A page with one text widget. */
export const page = (text = 'Hello', width = 1920, height = 1080): LayoutDocument => ({
  width,
  height,
  widgets: [
    {
      id: 'w1',
      type: 'text',
      name: 'Text 1',
      zIndex: 1,
      width: 400,
      height: 100,
      transform: 'translate(10px, 20px)',
    },
  ],
  config: { inputs: [{ name: 'w1-text', value: text }] },
})

/** A page with nothing but a picture or video, or several after one another. */
export const showingOnly = (...mediaIds: string[]): LayoutDocument => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
  config: { inputs: [{ name: 'w1-media', value: mediaIds.map((mediaId) => ({ mediaId, duration: 5 })) }] },
})

/** A page with a picture or video, and a text. */
export const showing = (mediaId: string): LayoutDocument => {
  const picture = showingOnly(mediaId)
  return {
    ...picture,
    widgets: [...picture.widgets, ...page().widgets.map((text) => ({ ...text, id: 'w2' }))],
  }
}

/** A page with a button that loads a storyboard, on the screen with an address or on its own. */
export const loadingPage = (storyboardId: string, target = '') => {
  const { widgets } = page()
  const props = { storyboardId, storyboardName: '' }
  const action = { event: 'CLICK_TOUCH', target, type: 'SYSTEM', verb: 'LOAD_STORYBOARD', props }
  return {
    ...page(),
    widgets: widgets.map((widget) => ({ ...widget, type: 'button' })),
    config: { inputs: [{ name: 'w1-actions', value: [action] }] },
  }
}

let made = 0

/** A rating of four stars, given at the start of the test's clock. */
export const reportedAnswer = (parts: Partial<ReportedAnswer> = {}): ReportedAnswer => ({
  id: `answer-${++made}`,
  at: Date.parse('2026-11-21T12:00:00Z'),
  pageId: 'page-1',
  pageName: 'Kiosk',
  widgetId: 'w1',
  type: 'rating',
  question: 'How was it?',
  value: 4,
  ...parts,
})

export async function makeLayout(admin: Caller, document: LayoutDocument = page()) {
  const { layout } = await admin.api.layouts.create({ body: { ...document, name: `Layout ${++made}` } })
  return layout
}

/** A price tag: a text with the value *Price*. */
export const priceTag = (price = '1.00'): LayoutDocument => {
  const tag = page(price, 400, 200)
  const values = [{ name: 'Price', label: 'Price', at: [{ widget: 'w1', field: 'text' }] }]
  return { ...tag, config: { ...tag.config, values } }
}

/** A page that shows a part several times, each time with other values. */
export const showingPart = (part: string, ...values: object[]): LayoutDocument => ({
  ...page(),
  widgets: (values.length > 0 ? values : [{}]).map((own, index) => ({
    ...{ id: `use${index + 1}`, type: 'part', name: `Tag ${index + 1}`, zIndex: index + 1 },
    ...{ width: 400, height: 200, transform: `translate(${index * 400}px, 0px)` },
    use: { part, values: { ...own } },
  })),
  config: { inputs: [] },
})

export async function makePart(admin: Caller, document: LayoutDocument = priceTag()) {
  const { part } = await admin.api.parts.create({ body: { ...document, name: `Part ${++made}` } })
  return part
}

/** A designed storyboard of layouts, approved unless said otherwise. */
export async function makeStoryboard(
  admin: Caller,
  { approve = true, layoutIds }: { approve?: boolean; layoutIds?: string[] } = {},
) {
  const ids = layoutIds ?? [(await makeLayout(admin)).id]
  const items = ids.map((layoutId) => ({ layoutId, duration: 5 }))
  const { storyboard } = await admin.api.storyboards.create({
    body: { name: `Storyboard ${++made}`, type: 'designed', items },
  })
  const params = { id: storyboard.id, status: 'approved' } as const
  return approve ? (await admin.api.storyboards.setStatus({ params })).storyboard : storyboard
}

export async function makeGroup(admin: Caller, storyboardId: string | null = null) {
  const { deviceGroup } = await admin.api.deviceGroups.create({
    body: { name: `Group ${++made}`, storyboardId },
  })
  return deviceGroup
}

/** Content for a screen in a bench: uploaded pictures and videos, pages, approved storyboards, a paired player. */

const SIZE = { width: 1920, height: 1080 }

/** A picture of one color in full HD, as a real JPEG. */
export async function picture(browser, colour) {
  const page = await browser.newPage({ viewport: SIZE })
  await page.setContent(`<body style="background: ${colour}">`)
  const bytes = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return bytes
}

/** Uploads a file, whose extension gives its type. Returns the id of the media item. */
export async function upload(server, call, name, bytes) {
  const form = new FormData()
  form.append('media', new Blob([bytes]), name)
  const headers = { authorization: `Bearer ${call.token}` }
  const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form })
  const { media } = await answer.json()
  return media[0].id
}

/** Gives a video captions, as WebVTT. */
export async function caption(server, call, id, text) {
  const form = new FormData()
  form.append('language', 'en')
  form.append('captions', new Blob([text]), 'captions.vtt')
  const headers = { authorization: `Bearer ${call.token}` }
  const answer = await fetch(`${server.url}/api/media/${id}/captions`, {
    method: 'POST',
    headers,
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** A widget that fills the page, with its stored inputs. */
export const wholePage = (type, inputs) => ({
  widget: { id: type, type, name: type, zIndex: 1, ...SIZE, transform: 'translate(0px, 0px)' },
  inputs: Object.entries(inputs).map(([name, value]) => ({ name: `${type}-${name}`, value })),
})

/** Creates a page of such widgets; returns its id. */
export async function page(call, name, widgets) {
  const { layout } = await call('POST', '/layout', {
    name,
    ...SIZE,
    widgets: widgets.map(({ widget }) => widget),
    config: { inputs: widgets.flatMap(({ inputs }) => inputs) },
  })
  return layout.id
}

/** Creates an approved storyboard that advances through its pages automatically; returns its id. */
export async function storyboard(call, name, items) {
  const body = { name, type: 'designed', mode: 'AUTO', items }
  const { storyboard: made } = await call('POST', '/storyboards/create', body)
  await call('PUT', `/storyboards/${made.id}/approved`, { version: made.version })
  return made.id
}

/** Pairs the player whose code this page shows; returns the device's id. */
export async function connect(call, screen, name) {
  const halves = screen.getByText(/^[A-Z]{3}$/)
  await halves.nth(1).waitFor()
  const code = (await halves.allInnerTexts()).join('')
  const { device } = await call('POST', '/devices/claim', { code, name })
  return device.id
}

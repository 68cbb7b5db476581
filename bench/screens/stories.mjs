/** What a screen plays in a bench: pictures and videos uploaded, pages, approved storyboards, a connected player. */

const SIZE = { width: 1920, height: 1080 }

/** A picture of one color in full HD, as a real JPEG. */
export async function picture(browser, colour) {
  const page = await browser.newPage({ viewport: SIZE })
  await page.setContent(`<body style="background: ${colour}">`)
  const bytes = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return bytes
}

/** Uploads a file; its name tells its type. Returns the id of the medium. */
export async function upload(server, call, name, bytes) {
  const form = new FormData()
  form.append('media', new Blob([bytes]), name)
  const headers = { authorization: `Bearer ${call.token}` }
  const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form })
  const { media } = await answer.json()
  return media[0].id
}

/** A widget that fills the page, with its stored inputs. */
export const wholePage = (type, inputs) => ({
  widget: { id: type, type, name: type, zIndex: 1, ...SIZE, transform: 'translate(0px, 0px)' },
  inputs: Object.entries(inputs).map(([name, value]) => ({ name: `${type}-${name}`, value })),
})

/** A page of such widgets; answers its id. */
export async function page(call, name, widgets) {
  const { layout } = await call('POST', '/layout', {
    name,
    ...SIZE,
    widgets: widgets.map(({ widget }) => widget),
    config: { inputs: widgets.flatMap(({ inputs }) => inputs) },
  })
  return layout.id
}

/** An approved storyboard that advances through its pages automatically; answers its id. */
export async function storyboard(call, name, items) {
  const body = { name, type: 'designed', mode: 'AUTO', items }
  const { storyboard: made } = await call('POST', '/storyboards/create', body)
  await call('PUT', `/storyboards/${made.id}/approved`, { version: made.version })
  return made.id
}

/** Connects the player that shows its code on this page; answers the id of its device. */
export async function connect(call, screen, name) {
  const halves = screen.getByText(/^[A-Z]{3}$/)
  await halves.nth(1).waitFor()
  const code = (await halves.allInnerTexts()).join('')
  const { device } = await call('POST', '/devices/claim', { code, name })
  return device.id
}

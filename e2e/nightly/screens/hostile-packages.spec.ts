import { BLUE, GREEN, upload } from '#support/content.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { coloured, frameOf, groupThatPlays, hex } from '#support/packages.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

/** What a package tries in our hidden page, which shares its origin. */
const IN_OUR_PAGE = `
  window.open('about:blank')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['x']))
  link.download = 'evil.txt'
  document.documentElement.append(link)
  link.click()
  confirm('Continue?')
  window.ran = location.pathname
  top.location.href = 'about:blank'
`

test('ISO-02: a hostile package gets nothing from our page on its origin, and cannot replace it', async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [
    packageOf('Evil.zip', {
      'index.html': '<!doctype html><body style="background: rgb(31 157 85)">',
      'evil.js': IN_OUR_PAGE,
    }),
  ])
  const screen = await openScreen()
  const got: string[] = []
  screen.page.on('dialog', (dialog) => {
    got.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  screen.page.on('download', (download) => got.push(`a download: ${download.suggestedFilename()}`))
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  await screen.shows(GREEN)
  const opened = screen.page.context().pages().length
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const ours = await frameOf(screen.page, /\/keeper\.html$/)
  await shown.evaluate(async () => {
    const path = `${location.pathname}evil.js`
    // In the page that is open, as its own script.
    for (let index = 0; index < parent.length; index++) {
      const page = parent[index] as Window
      if (page === window) continue
      const script = page.document.createElement('script')
      script.src = path
      page.document.documentElement.append(script)
    }
    // In the pages that will be opened, from wherever they are stored.
    for (const name of [...(await caches.keys()), 'vitrine-content-own']) {
      const cache = await caches.open(name)
      const page = new Response(`<script src="${path}"></script>`, {
        headers: { 'content-type': 'text/html' },
      })
      await cache.put('/keeper.html', page)
      await cache.put('/keeper.js', await fetch(path))
    }
  })
  await expect.poll(() => ours.evaluate(() => (window as { ran?: unknown }).ran)).toBe('/keeper.html')
  expect(got).toEqual([])
  expect(screen.page.context().pages()).toHaveLength(opened)
  expect(new URL(screen.page.url()).origin).toBe(server.playerUrl)

  await screen.page.reload()
  await screen.shows(GREEN)
  const again = await frameOf(screen.page, /\/keeper\.html$/)
  expect(await again.evaluate(() => (window as { ran?: unknown }).ran)).toBeUndefined()
  expect(got).toEqual([])
})

test('on plain http, cookies of a package do not keep a screen from loading its player', async ({
  server,
  openScreen,
}) => {
  test.slow()
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [coloured(hex(BLUE))])
  const screen = await openScreen(`http://${INSECURE_HOST}:${server.playerPort}/`)
  await screen.connect(admin, 'Lobby', await groupThatPlays(admin, [id]))
  await screen.shows(BLUE)
  const shown = await frameOf(screen.page, /\/p\/[0-9a-f]{64}\//)
  const set = await shown.evaluate(() => {
    for (let n = 0; n < 60; n++)
      // biome-ignore lint/suspicious/noDocumentCookie: what a hostile page does
      document.cookie = `c${n}=${'x'.repeat(3900)}; path=${['/', '/api', '/assets'][n % 3]}; max-age=9999999`
    return document.cookie.length
  })
  // More than a server reads.
  expect(set).toBeGreaterThan(60_000)
  await screen.page.reload().catch(() => undefined)
  await screen.shows(BLUE, { within: 60_000 })
  expect(await screen.page.evaluate(() => document.cookie.length)).toBeLessThan(16_000)
})

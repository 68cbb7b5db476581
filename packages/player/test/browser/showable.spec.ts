import { expect } from '@playwright/test'
import type { DevicePart, ManifestContent } from '@vitrine/contract/api/playback/manifest'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { test } from './screen.ts'
import { openSite } from './web-site.ts'

const RED = '4,0,0'
const LIME = '0,4,0'
type Medium = ManifestContent['media'][string]
const WEB = { sha256: '', width: null, height: null, duration: null }
const web = (address: string) => ({ address, refreshSeconds: 0, zoom: 100 })

test('PLAY-12 the default storyboard plays while nothing of a manual switch can be shown, whatever its medium', async ({
  tv,
}) => {
  test.setTimeout(600_000)
  const { page, server, secure, colour } = tv
  const site = await openSite()
  site.die()
  const bytes = Buffer.from('this is no video at all')
  const video = {
    sha256: server.addFile(bytes, 'video/mp4'),
    size: bytes.length,
    mimetype: 'video/mp4',
    duration: 5,
  }
  const kinds = ['video', 'site', 'stream', 'package', 'missing']
  const content = contentOf(
    [
      { id: 'default', items: [{ page: colorPage('red', '#f00'), seconds: 5 }] },
      ...kinds.map((kind) => ({
        id: `${kind}-story`,
        items: [{ page: zonePage(`${kind}-page`, [`${kind}-medium`]), seconds: 30 }],
      })),
    ],
    { 'video-medium': video },
  )
  Object.assign(content.media, {
    'site-medium': { ...WEB, name: 'Site', mimetype: 'text/html', web: web(`${site.address}/`) },
    'stream-medium': {
      ...WEB,
      name: 'Stream',
      mimetype: 'application/vnd.apple.mpegurl',
      web: { ...web(`${site.address}/live.m3u8`), stream: { sound: false } },
    },
    'package-medium': {
      ...WEB,
      name: 'Package',
      sha256: 'a'.repeat(64),
      mimetype: 'application/zip',
      files: { 'index.html': video.sha256 },
    },
  } as unknown as Record<string, Medium>)
  const device = (storyboardId: string | null): DevicePart => ({
    ...devicePart(storyboardId === null ? null : { storyboardId, since: Date.now() }),
    sites: ['127.0.0.1'],
  })
  await tv.connect(secure, groupPart(content, scheduleOf('default')), device(null))
  await expect.poll(colour).toBe(RED)
  for (const kind of kinds) {
    const told = server.heartbeats.length
    server.publish('device', device(`${kind}-story`))
    const failing = () =>
      server.heartbeats
        .slice(told)
        .map(({ playing }) => playing?.failing)
        .find((each) => each?.storyboardId === `${kind}-story`)
    await expect.poll(failing, { message: kind, timeout: 60_000 }).toBeTruthy()
    // A busy machine gives up before it knows.
    expect(failing()?.why, kind).toMatch(
      new RegExp(`^${kind}-page: (none of its media can be shown|not ready in time)`),
    )
    expect(await colour(), kind).toBe(RED)
    expect(server.heartbeats.at(-1)?.playing).toMatchObject({ storyboardId: 'default', pageId: 'red' })
    await expect(page.locator('.ready')).toHaveCount(0)
  }
  // What should play returns with its site.
  server.publish('device', device('site-story'))
  await page.waitForTimeout(6000)
  site.revive()
  // A page that failed a second time is tried again after a minute, and one that failed a third time after two.
  await expect.poll(colour, { timeout: 180_000 }).toBe(LIME)
  site.close()
})

import { BLUE, fullPage, GREEN, picture, storyboard, upload } from '#support/content.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

/**
 * Longer than the five seconds that a file of the zone loads before its turn, and shorter than that with its turn: the
 * package is lost while it shows, whatever the zone begins with.
 */
const LOST_AFTER_MS = 8000
/** From its first turn, or from its second one if the first was too short. */
const REPORTED_WITHIN_MS = 75_000

for (const host of ['localhost', INSECURE_HOST])
  test(`a package that leads itself to a missing page is skipped and reported, on ${host}`, async ({
    server,
    browser,
    openScreen,
  }) => {
    test.slow()
    const admin = await server.organization('Acme')
    const [lost = '', calm = ''] = await upload(admin, [
      packageOf('Lost.zip', {
        'index.html': `<!doctype html><body style="margin:0;height:100vh;background:rgb(${BLUE})"><script>setTimeout(() => { location = 'gone.html' }, ${LOST_AFTER_MS})</script>`,
      }),
      await picture(browser, 'calm.jpg', GREEN),
    ])
    const page = await fullPage(admin, 'Page', [lost, calm])
    const storyboardId = await storyboard(admin, 'Story', [page], 3600)
    const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
    const screen = await openScreen(`http://${host}:${server.playerPort}/`)
    const id = await screen.connect(admin, 'Lobby', deviceGroup.id)
    await screen.shows(BLUE, { within: 40_000 })
    await screen.shows(GREEN)
    const isReported = async () => {
      const { report } = await admin.api.devices.report({ params: { id } })
      return JSON.stringify(report).includes('leads to a missing page')
    }
    const end = Date.now() + REPORTED_WITHIN_MS
    for (let look = 0; look < 20 || !(await isReported()); look++) {
      const color = await screen.colour()
      expect(differs(color, GREEN) && differs(color, BLUE), `${color}`).toBe(false)
      expect(Date.now(), 'the package is reported').toBeLessThan(end)
      await screen.page.waitForTimeout(200)
    }
  })

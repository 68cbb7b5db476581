import { BLUE, fullPage, GREEN, picture, storyboard, upload } from '#support/content.ts'
import { INSECURE_HOST } from '#support/insecure-host.ts'
import { differs } from '#support/pixels.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

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
        'index.html': `<!doctype html><body style="margin:0;height:100vh;background:rgb(${BLUE})"><script>setTimeout(() => { location = 'gone.html' }, 4000)</script>`,
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
    for (let look = 0; look < 20; look++) {
      const color = await screen.colour()
      expect(differs(color, GREEN) && differs(color, BLUE), `${color}`).toBe(false)
      await screen.page.waitForTimeout(200)
    }
    await expect
      .poll(
        async () => {
          const { report } = await admin.api.devices.report({ params: { id } })
          return JSON.stringify(report)
        },
        { timeout: 75_000, intervals: [1000] },
      )
      .toContain('leads to a missing page')
  })

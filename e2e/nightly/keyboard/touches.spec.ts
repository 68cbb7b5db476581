import { fullPage, storyboard, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

test('touches inside a web package are counted with the words of what was touched, and never with typed text', async ({
  server,
  openScreen,
}) => {
  const admin = await server.organization('Acme')
  const [id = ''] = await upload(admin, [
    packageOf('Quiz.zip', {
      'index.html':
        '<!doctype html><body style="font-size:60px"><button onclick="event.stopPropagation()">Start <b>quiz</b></button><input aria-label="Your name"><p>Words</p>' +
        '<script>setInterval(() => document.querySelector("p").click(), 50)</script>',
    }),
  ])
  const storyboardId = await storyboard(admin, 'Story', [await fullPage(admin, 'Page', [id])])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  const screen = await openScreen()
  await screen.connect(admin, 'Lobby', deviceGroup.id)
  await expect.poll(() => screen.page.frames().some((frame) => /\/p\//.test(frame.url()))).toBe(true)
  const quiz = screen.page.frame({ url: /\/p\// })
  // The heat map updates within a second.
  await screen.page.waitForTimeout(2500)
  // The stage is scaled, which Playwright's own clicks in frames don't follow.
  const touch = async (selector: string) => {
    const inside = await quiz?.locator(selector).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
    const frame = await quiz?.frameElement()
    const at = await frame?.evaluate((node, { x, y }) => {
      const element = node as HTMLIFrameElement
      const rect = element.getBoundingClientRect()
      const scale = rect.width / element.clientWidth
      return { x: rect.x + x * scale, y: rect.y + y * scale }
    }, inside ?? { x: 0, y: 0 })
    await screen.page.mouse.click(at?.x ?? 0, at?.y ?? 0)
  }
  await touch('button')
  await touch('input')
  await screen.page.keyboard.type('Ada')
  await touch('p')
  const values = async () =>
    (await admin.api.answers.list()).answers
      .filter(({ type }) => type === 'touch')
      .map(({ value }) => value)
      .sort()
  await expect
    .poll(values, { timeout: 60_000 })
    .toEqual(['Quiz.zip', 'Quiz.zip: Start quiz', 'Quiz.zip: Your name'])
})

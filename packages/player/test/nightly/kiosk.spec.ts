import { readdirSync, statSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'

/** Browser shortcuts: reload, print, save, zoom, search, leave, and developer tools. */
const KEYS = ['F5', 'F1', 'F3', 'F12', 'Control+KeyR', 'Control+KeyP', 'Control+KeyS', 'Control+KeyF']
const MORE_KEYS = [
  'Control+KeyU',
  'Control+KeyO',
  'Control+Equal',
  'Control+Minus',
  'Alt+ArrowLeft',
  'Alt+KeyD',
]

test('PAIR-14 people in front of a screen reach no menu, window, file, zoom or text of the browser', async ({
  tv,
}) => {
  const { page, secure } = tv
  const text = zonePage('p', ['m'])
  text.widgets.push({
    id: 't',
    type: 'text',
    name: 'Text',
    zIndex: 2,
    width: 1200,
    height: 400,
    transform: 'translate(100px, 100px)',
  })
  text.config.inputs.push({ name: 't-text', value: 'Fresh from the oven' })
  const content = contentOf([{ id: 's', items: [{ page: text, seconds: 3600 }] }], {
    m: await tv.image('red'),
  })
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect(page.getByText('Fresh from the oven')).toBeVisible()

  await page.evaluate(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    for (const name of ['contextmenu', 'keydown', 'dragover', 'drop', 'auxclick', 'wheel'])
      window.addEventListener(name, (event) => {
        const { key = '', code = '' } = event as KeyboardEvent
        if (event.defaultPrevented) refused.push(name === 'keydown' ? `key ${code || key}` : name)
      })
  })
  for (const key of [...KEYS, ...MORE_KEYS]) await page.keyboard.press(key)
  await page.mouse.click(200, 100, { button: 'right' })
  await page.mouse.click(200, 100, { button: 'middle' })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 300)
  await page.keyboard.up('Control')
  await page.evaluate(() => {
    for (const name of ['dragover', 'drop']) {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.html', { type: 'text/html' }))
      document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
    }
  })
  const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused)
  for (const key of [...KEYS, ...MORE_KEYS]) expect(refused).toContain(`key ${key.split('+').at(-1)}`)
  expect(refused).toEqual(expect.arrayContaining(['contextmenu', 'auxclick', 'wheel', 'dragover', 'drop']))

  // Dragging neither selects nor moves anything.
  await page.mouse.move(40, 40)
  await page.mouse.down()
  await page.mouse.move(500, 200, { steps: 5 })
  await page.mouse.up()
  await page.mouse.dblclick(200, 80)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.synthesizePinchGesture', {
    x: 300,
    y: 150,
    scaleFactor: 3,
    gestureSourceType: 'touch',
  })
  expect(await page.evaluate(() => [visualViewport?.scale, innerWidth])).toEqual([1, 640])

  // The page itself can't open them, either.
  expect(
    await page.evaluate(() => {
      location.href = 'file:///etc/hostname'
      return 'still here'
    }),
  ).toBe('still here')
  await page.waitForTimeout(300)
  expect(page.url()).toBe(`${secure}/`)
  expect(page.context().pages()).toHaveLength(1)
  await expect(page.locator('.page[data-state=front]')).toBeVisible()
})

test('a tablet that plays keeps its screen on, also after its window was hidden', async ({ tv }) => {
  const { page, secure } = tv
  await page.addInitScript(() => {
    const asked: (() => void)[] = []
    const request = async () => {
      const lock = Object.assign(new EventTarget(), {
        released: false,
        onrelease: () => {},
        release: async () => {},
      })
      asked.push(() => {
        lock.released = true
        lock.onrelease()
      })
      return lock
    }
    Object.assign(window, { asked })
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  const content = contentOf([{ id: 's', items: [{ page: zonePage('p', ['m']), seconds: 3600 }] }], {
    m: await tv.image('red'),
  })
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  const asked = () => page.evaluate(() => (window as unknown as { asked: (() => void)[] }).asked.length)
  await expect.poll(asked).toBe(1)
  // Browsers release the lock when the window is hidden, or for undisclosed reasons.
  await page.evaluate(() => (window as unknown as { asked: (() => void)[] }).asked.at(-1)?.())
  await expect.poll(asked).toBe(2)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(await asked()).toBe(2)
})

test('a kiosk registers its machine at every start, and writes its signs of life where the watchdog looks', async ({
  tv,
}) => {
  const { page, server, secure, profile } = tv
  const content = contentOf([{ id: 's', items: [{ page: zonePage('p', ['m']), seconds: 3600 }] }], {
    m: await tv.image('red'),
  })
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  const registered = () => server.calls.filter((call) => call === 'POST /api/player/machine').length
  expect(registered()).toBe(0)
  await page.goto('about:blank')
  const hash = `#signs=memory&machine=${'a'.repeat(64)}`
  await page.goto(`${secure}/${hash}`)
  await expect.poll(registered, { timeout: 20_000 }).toBe(1)
  await page.reload()
  await expect.poll(registered, { timeout: 20_000 }).toBe(2)
  expect(new URL(page.url()).hash).toBe(hash)
  // There, the profile's `File System` is a link to a RAM disk.
  const signs = () =>
    readdirSync(`${profile}/Default/File System`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${name} ${statSync(`${parentPath}/${name}`).mtimeMs}`)
      .join()
  const before = signs()
  expect(before).not.toBe('')
  await expect.poll(signs, { timeout: 15_000 }).not.toBe(before)
  // A hung page writes none.
  page
    .evaluate(() => {
      while (document.body);
    })
    .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const last = signs()
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  expect(signs()).toBe(last)
})

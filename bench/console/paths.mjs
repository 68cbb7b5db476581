// Everyday tasks of a shop manager in the built console, in real Chromium: clicks, keys, and seconds of each, at a
// person's pace. `--at-once` skips the pauses; `--pictures <folder>` saves a picture of each step.
import path from 'node:path'
import { chromium } from '@playwright/test'
import { reporting } from '#bench/support/report.mjs'
import { ADMIN, startServer } from '#bench/support/start-server.mjs'

const options = process.argv.slice(2)
const isPaced = !options.includes('--at-once')
const pictures = options[options.indexOf('--pictures') + 1 || options.length]
/** Milliseconds to decide and point, and to press a key (keystroke-level model: 1.35 s + 1.1 s, and 0.2 s). */
const PACE = isPaced ? { click: 2450, key: 200 } : { click: 0, key: 0 }
/** Milliseconds that a message offers *Undo*. */
const TOAST_MS = 6000
const PATIENCE_MS = 30_000

const server = await startServer({ SCHEDULE_SETTLE_SECONDS: '1' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const { say, end } = reporting('paths')
const hand = await openConsole()
const { page } = hand
const screen = await openScreen()
try {
  await job('First run: from the login page to a playing screen', firstRun)
  await job('Lunch menu on weekdays, 11:30 to 14:00', lunchMenu)
  await job('New colleague, invited', newColleague)
  await job('Replace a file that plays', replaceFile)
  await job('Emergency on all screens, and its end', emergency)
  await job('Restore a deleted group with its schedule', restore)
  end()
} catch (error) {
  if (pictures) await page.screenshot({ path: path.join(pictures, 'failed.png') })
  throw error
} finally {
  await browser.close()
  await server.stop()
}

async function job(what, work) {
  hand.clicks = 0
  hand.keys = 0
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  say({ what, value: `${hand.clicks} clicks, ${hand.keys} keys, ${Math.round(seconds)}`, unit: 's' })
  await hand.rest()
}

async function firstRun() {
  await hand.write(page.getByLabel('Email'), ADMIN.email)
  await page.keyboard.press('Tab')
  await hand.write(page.getByLabel('Password', { exact: true }), ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByText('Get something on a screen').waitFor()
  await hand.click(page.getByRole('button', { name: /Connect/ }).first())
  const chooser = page.waitForEvent('filechooser')
  await hand.click(page.getByRole('button', { name: 'Choose an image or video' }))
  await (await chooser).setFiles(await photograph('Window.jpg', 'Fresh bread, every morning', '#9a3412'))
  await hand.click(page.getByRole('button', { name: /^Play on / }))
  await page.getByText(/^Now playing on /).waitFor()
}
/** Changes a dish of the ready-made menu, and schedules the menu. */
async function lunchMenu() {
  await hand.click(page.getByRole('link', { name: 'Cards', exact: true }))
  await hand.click(page.getByRole('button', { name: 'New card' }).first())
  await hand.click(page.getByRole('button', { name: 'Weekly lunch menu', exact: true }))
  // Clicking a dish in the preview focuses its text.
  await hand.point(page.getByRole('figure').getByText('Lentil soup'))
  await hand.seesFocus()
  await hand.overwrite('Tomato soup')
  await hand.click(page.getByRole('button', { name: 'Save', exact: true }))
  await hand.click(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Play on…' }))
  const dialog = page.getByRole('dialog', { name: 'Play on…' })
  await hand.click(dialog.getByRole('radio', { name: 'At set times, every week' }))
  await hand.replace(dialog.getByRole('textbox', { name: 'From' }), '11:30')
  await hand.key('Tab')
  await hand.type('14')
  for (const day of ['Saturday', 'Sunday']) await hand.click(dialog.getByTitle(day))
  await hand.click(dialog.getByRole('button', { name: 'Plan' }))
  await dialog.waitFor({ state: 'hidden' })
}

async function newColleague() {
  await hand.click(page.getByRole('link', { name: 'Users', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Add user' }).first())
  const dialog = page.getByRole('dialog')
  await hand.write(dialog.getByLabel('First name'), 'Nadia')
  await hand.key('Tab')
  await hand.type('Farouk')
  await hand.key('Tab')
  await hand.type('nadia@corner.example')
  await hand.click(dialog.getByRole('button', { name: 'Generate' }))
  await hand.click(dialog.getByRole('button', { name: 'Copy' }))
  await hand.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.waitFor({ state: 'hidden' })
}

/** Replaces the picture from the first task, which is playing. */
async function replaceFile() {
  await hand.click(page.getByRole('link', { name: 'Media library', exact: true }))
  await hand.click(page.getByRole('button', { name: /^Replace file of/ }))
  const dialog = page.getByRole('dialog')
  const chooser = page.waitForEvent('filechooser')
  await hand.click(dialog.getByRole('button', { name: 'Choose file' }))
  await (await chooser).setFiles(await photograph('Window.jpg', 'Cinnamon rolls today', '#14532d'))
  await hand.click(dialog.getByRole('button', { name: 'Replace', exact: true }))
  await dialog.waitFor({ state: 'hidden' })
}

async function emergency() {
  await hand.click(page.getByRole('link', { name: 'Devices', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Emergency' }))
  const dialog = page.getByRole('dialog')
  await hand.seesFocus()
  await hand.type('Leave by the back door')
  await hand.click(dialog.getByRole('button', { name: 'Continue' }))
  await hand.click(dialog.getByRole('button', { name: /^Show on/ }))
  await screen.getByText('Leave by the back door').waitFor()
  await hand.click(page.getByRole('button', { name: 'End takeover' }))
  await hand.click(page.getByRole('button', { name: 'Really end it?' }))
  await screen.getByText('Leave by the back door').waitFor({ state: 'hidden' })
}

/** Restores a group with its schedule, deleted by mistake and missed after *Undo* has disappeared. */
async function restore() {
  await hand.click(page.getByRole('link', { name: 'Device groups', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Delete My screens' }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'DELETE', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(TOAST_MS)
  await hand.click(page.getByRole('link', { name: 'Trash' }))
  await hand.click(page.getByRole('button', { name: 'Restore My screens' }))
  await page.getByText('My screens is back').waitFor()
}

/** Opens the console; a script in the page counts the user's clicks and keys. */
async function openConsole() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const opened = await context.newPage()
  opened.setDefaultTimeout(PATIENCE_MS)
  const counted = {
    page: opened,
    clicks: 0,
    keys: 0,
    pictures: 0,
    async click(target) {
      // Commands that appear below the pointer can be pressed a moment later.
      await target.hover()
      await target.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      await opened.waitForTimeout(PACE.click)
      await target.click()
      await keepPicture()
    },
    /** Types into the focused field, or clicks the field first. */
    async write(field, text) {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) await counted.click(field)
      await counted.type(text)
    },
    /** Clicks on a drawing that is not a control. */
    async point(target) {
      await opened.waitForTimeout(PACE.click)
      const { x, y, width, height } = await target.boundingBox()
      await opened.mouse.click(x + width / 2, y + height / 2)
      await keepPicture()
    },
    /** Waits for a field with the focus, before typing into it. */
    async seesFocus() {
      await opened.waitForFunction(() => document.activeElement?.matches('input, textarea'))
    },
    /** Replaces the text of a field. */
    async replace(field, text) {
      await counted.click(field)
      await counted.overwrite(text)
    },
    async overwrite(text) {
      await counted.key('ControlOrMeta+A')
      await counted.type(text)
    },
    async type(text) {
      await opened.keyboard.type(text, { delay: PACE.key })
      await keepPicture()
    },
    async key(name) {
      await opened.waitForTimeout(PACE.key)
      await opened.keyboard.press(name)
      await keepPicture()
    },
    rest: keepPicture,
  }
  async function keepPicture() {
    if (!pictures) return
    await opened.waitForTimeout(700)
    counted.pictures += 1
    await opened.screenshot({ path: path.join(pictures, `${String(counted.pictures).padStart(2, '0')}.png`) })
  }
  await context.exposeBinding('countInput', (_source, kind) => {
    counted[kind] += 1
  })
  await context.addInitScript(() => {
    // Ignore clicks by scripts, such as on a hidden file input.
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && window.countInput('clicks'), true)
    addEventListener('keydown', ({ isTrusted }) => isTrusted && window.countInput('keys'), true)
  })
  await opened.goto(server.url)
  return counted
}

async function openScreen() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const opened = await context.newPage()
  await opened.goto(server.playerUrl)
  return opened
}

/** Text on a background, as a JPEG. */
async function photograph(name, words, color) {
  const drawn = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await drawn.setContent(
    `<body style="background: ${color}; color: white; font: 120px sans-serif; padding: 300px 160px">${words}`,
  )
  const buffer = await drawn.screenshot({ type: 'jpeg', quality: 88 })
  await drawn.close()
  return { name, mimeType: 'image/jpeg', buffer }
}

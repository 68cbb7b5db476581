import type { Page } from '@playwright/test'
import { Console } from '#support/console.ts'
import { demoScreens, MONA, showScreen } from '#support/demo.ts'
import { expect, test } from '#support/test.ts'

const WIDTHS = [1024, 1280, 1440]
const HEIGHT = 800

/** German, and in every name a word as long as German makes them. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel'

/** Tools over a canvas that is panned, and a timeline that is dragged: what is outside comes with it. */
const PANNED = '[role="application"] *, [data-page] *, [inert] *'

interface Lost {
  screen: string
  width: number
  what: string
  why: string
}

/**
 * Controls that no scrolling brings into view: outside the window's scrollable area, or clipped by an ancestor that
 * hides its overflow. A control that is shown only on hover or focus is where it will be.
 */
const lostControls = (page: Page, panned: string) =>
  page.evaluate((panned) => {
    const lost: { what: string; why: string }[] = []
    const root = document.documentElement
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]',
    )
    for (const control of controls) {
      if (control.matches(panned) || control.closest('[aria-hidden="true"], [hidden]')) continue
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      const box = control.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) continue
      const name = control.getAttribute('aria-label') || control.textContent?.trim() || control.outerHTML
      const note = (why: string) => lost.push({ what: name.slice(0, 80), why })
      let [left, right] = [box.left, box.right]
      let isFixed = false
      let scrolls = false
      let scrollsDown = false
      for (let place: HTMLElement | null = control; place && place !== root; place = place.parentElement) {
        const style = getComputedStyle(place)
        if (style.position === 'fixed') isFixed = true
        const frame: HTMLElement | null = place.parentElement
        if (!frame || frame === root || frame === document.body) continue
        const { overflowX, overflowY } = getComputedStyle(frame)
        scrollsDown ||= /auto|scroll/.test(overflowY) && frame.scrollHeight > frame.clientHeight
        if (overflowX === 'visible') continue
        const around = frame.getBoundingClientRect()
        const isOut = left < around.left - 1 || right > around.right + 1
        if (overflowX === 'auto' || overflowX === 'scroll') {
          // Its scrolling brings it into view; what counts further out is the frame itself.
          if (isOut && frame.scrollWidth <= frame.clientWidth) note(`outside ${frame.className}`)
          scrolls = true
          ;[left, right] = [around.left, around.right]
          continue
        }
        const seen = Math.min(right, around.right) - Math.max(left, around.left)
        if (isOut && seen < (right - left) / 2 && style.position !== 'fixed')
          note(`clipped by ${frame.className}`)
      }
      const most = isFixed || scrolls ? root.clientWidth : Math.max(root.clientWidth, root.scrollWidth)
      if (left < -1 || right > most + 1) note(`outside the window: ${Math.round(left)}–${Math.round(right)}`)
      if (isFixed && !scrollsDown && (box.top < -1 || box.bottom > window.innerHeight + 1))
        note('above or below the window')
    }
    // A page itself is never wider than its window.
    if (root.scrollWidth > root.clientWidth + 1)
      lost.push({ what: 'the page', why: `${root.scrollWidth} wide` })
    return lost
  }, panned)

/** Puts the long word into visible names: lists wrap or cut them, and no name may push a control away. */
const withLongWords = (page: Page, word: string) =>
  page.evaluate((word) => {
    const names = document.querySelectorAll('main :is(td, li) bdi, main :is(td, li) strong, main td a')
    for (const name of [...names].slice(0, 200))
      if (
        name.children.length === 0 &&
        !name.closest('time') &&
        /^\p{L}/u.test(name.textContent?.trim() ?? '')
      )
        name.textContent = `${name.textContent} ${word}`
  }, word)

test.setTimeout(1_800_000)

test('no control is outside its card or the window, in German, at any width', async ({ demo, page }) => {
  const mona = await demo.signIn(MONA)
  await page.addInitScript(() => localStorage.setItem('locale', 'de'))
  const screens = (await demoScreens(mona)).filter(({ open }) => !open)
  await new Console(page, demo.consoleUrl).openAs(MONA, '#/app/profile')
  const lost: Lost[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: 1280, height: HEIGHT })
    await showScreen(page, demo.consoleUrl, screen)
    for (const words of ['', LONG_WORD]) {
      if (words) await withLongWords(page, words)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50))))
        let found = await lostControls(page, PANNED)
        if (found.length > 0) {
          // The menu may still move.
          await page.waitForTimeout(1000)
          found = await lostControls(page, PANNED)
        }
        for (const one of found) lost.push({ screen: screen.name, width, ...one })
      }
    }
  }
  expect(lost).toEqual([])
})

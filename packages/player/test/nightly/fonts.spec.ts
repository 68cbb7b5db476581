import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { ManifestMedia, ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { FONTS } from '@vitrine/contract/fields/font-families'
import { ownFont } from '@vitrine/contract/fields/own-font'
import { test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'

/** A machine with other fonts than any of those that a page asks for by name, and without emoji or Chinese. */
const OTHER_FONTS = fileURLToPath(new URL('../../../../node_modules/dejavu-fonts-ttf/ttf', import.meta.url))

/** A font of the organization: slanted, so that nothing else looks like it. */
const OWN = {
  font: ownFont('brand'),
  face: { family: 'Brand', weights: [700, 700] as [number, number], italic: true },
  file: `${OTHER_FONTS}/DejaVuSerif-BoldItalic.ttf`,
}

const TEXTS = [...FONTS, OWN.font].map((font) => ({
  font,
  isBold: false,
  isItalic: false,
  text: `${font}: Hamburg 0123 ÄÖ ẞ Ж Ω`,
}))
const STYLED = [
  { font: 'Arial', isBold: true, isItalic: true, text: 'Bold and italic' },
  { font: 'Arial', isBold: false, isItalic: false, text: 'Emoji 😀 🎉' },
  { font: 'Georgia', isBold: false, isItalic: false, text: '中文菜单 宮保雞丁' },
  { font: 'Verdana', isBold: true, isItalic: false, text: 'メニュー 寿司' },
  { font: 'Tahoma', isBold: false, isItalic: false, text: '메뉴 비빔밥' },
]

const textPage = (id: string): ManifestPage => {
  const texts = [...TEXTS, ...STYLED]
  const widgets = texts.map((_, index) => ({
    id: `w${index}`,
    type: 'text' as const,
    name: 'Text',
    zIndex: index + 1,
    width: 900,
    height: 60,
    transform: `translate(${40 + (index % 2) * 930}px, ${20 + Math.floor(index / 2) * 64}px)`,
  }))
  const inputs = texts.flatMap(({ text, ...font }, index) => [
    { name: `w${index}-text`, value: text },
    { name: `w${index}-color`, value: '#ffffff' },
    { name: `w${index}-fontSettings`, value: { ...font, alignment: 'left', size: 30 } },
  ])
  return {
    id,
    name: id,
    version: 1,
    width: 1920,
    height: 1080,
    widgets,
    config: { inputs, background: '#102030' },
  }
}

async function picture(page: Page): Promise<string> {
  await page.locator('.page[data-state=front] [data-widget]').first().waitFor()
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  return (await page.screenshot()).toString('base64')
}

test('draws the offered fonts, own ones, emoji, and Asia the same on any machine, also offline', async ({
  tv,
}, info) => {
  const { server, secure } = tv
  // Two: a page that stays shifts, against burn-in.
  const items = ['p', 'q'].map((id) => ({ page: textPage(id), seconds: 3600 }))
  const bytes = readFileSync(OWN.file)
  const sha256 = server.addFile(bytes, 'font/ttf')
  const content = contentOf([{ id: 's', items }], {
    brand: { sha256, size: bytes.length, mimetype: 'font/ttf' },
  })
  content.media.brand = { ...content.media.brand, face: OWN.face } as ManifestMedia
  await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  tv.withFonts('/usr/share/fonts')
  await tv.restart(secure)
  const here = await picture(tv.page)
  // What it needs is stored before the outage.
  await expect
    .poll(() => tv.page.evaluate(async () => (await (await caches.open('vitrine-fonts')).keys()).length))
    .toBeGreaterThan(20)
  const families = await tv.page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', '')),
  )
  const asia = ['SC', 'JP', 'KR'].map((country) => `Noto Sans ${country} Variable`)
  const offered = FONTS.filter((font) => font !== 'IBM Plex Sans')
  expect(families).toEqual(expect.arrayContaining([...offered, OWN.font, ...asia, 'Noto Color Emoji']))
  await server.close()
  tv.withFonts(OTHER_FONTS)
  await tv.restart(secure)
  const there = await picture(tv.page)
  for (const [name, shown] of Object.entries({ here, there }))
    writeFileSync(info.outputPath(`${name}.png`), Buffer.from(shown, 'base64'))
  expect(there === here).toBe(true)
})

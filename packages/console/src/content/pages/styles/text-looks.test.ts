import { textStyleOf } from '@vitrine/contract/api/content/styles'
import { FONT_FAMILIES } from '@vitrine/contract/fields/font-families'
import { checkValues } from '@vitrine/contract/fields/values'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { TEXT_LOOKS, textLook } from './text-looks.ts'

const PAGES = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 400, height: 300 },
  { width: 7560, height: 2160 },
]
const ALL = TEXT_LOOKS.flatMap((name) => [false, true].map((isArabic) => [name, isArabic] as const))

test.each(ALL)('%s, in Arabic: %s, is a style that texts can have, in an offered font', (name, isArabic) => {
  for (const page of PAGES) {
    const look = textLook(name, page, isArabic)
    expect(textStyleOf(look)).toEqual(look)
    const { fields } = DEFINITIONS.text
    const fontSettings = { ...look, alignment: 'left' }
    expect(checkValues({ fontSettings: fields.fontSettings }, { fontSettings })).toEqual({})
    const family = FONT_FAMILIES.find((one) => one.name === look.font)
    expect(family?.scripts.includes('arabic'), String(look.font)).toBe(isArabic)
    if (isArabic) expect(look.spacing).toBeUndefined()
  }
})

test('its letters follow the largest screen that the page holds', () => {
  const sizes = PAGES.map((page) => textLook('heading', page, false).size)
  expect(sizes).toEqual([60, 60, 13, 120])
})

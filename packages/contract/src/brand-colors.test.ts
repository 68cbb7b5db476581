import { expect, it } from 'vitest'
import { brandColors, CONTRAST_MIN, contrastOf, GROUNDS, type Theme } from './brand-colors.ts'

const THEMES: readonly Theme[] = ['light', 'dark']

it('can be read whatever color is chosen', () => {
  const parts = ['00', '33', '66', '99', 'cc', 'ff']
  for (const r of parts)
    for (const g of parts)
      for (const b of parts)
        for (const theme of THEMES) {
          const found = brandColors(`#${r}${g}${b}`, theme)
          expect(found).toBeDefined()
          if (!found) continue
          const { accent, hover, soft, on } = found
          for (const ground of [...GROUNDS[theme], soft])
            expect(contrastOf(accent, ground), `${accent} on ${ground}`).toBeGreaterThanOrEqual(CONTRAST_MIN)
          for (const ground of [accent, hover])
            expect(contrastOf(on, ground), `${on} on ${ground}`).toBeGreaterThanOrEqual(CONTRAST_MIN)
        }
})

it('stays as chosen where it can be read', () => {
  expect(brandColors('#1c64d7', 'light')?.accent).not.toBe('#000000')
  expect(brandColors('#8a1538', 'light')?.accent).toBe('#8a1538')
  expect(brandColors('#ffd700', 'dark')?.accent).toBe('#ffd700')
})

it.each(['', 'transparent', 'red; background: url(x)', '#12345678'])('is none for %s', (text) => {
  expect(brandColors(text, 'light')).toBeUndefined()
})

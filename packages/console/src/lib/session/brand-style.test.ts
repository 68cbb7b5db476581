import { brandColors, GROUNDS, type Theme } from '@vitrine/contract/brand-colors'
import { expect, it } from 'vitest'
import tokens from '#ui/theme/tokens.css?raw'
import { brandStyle } from './brand-style.ts'

const [light = '', dark = ''] = tokens.split('data-mantine-color-scheme="dark"')

it.each<[Theme, string]>([
  ['light', light],
  ['dark', dark],
])("knows the console's grounds in %s", (theme, text) => {
  const of = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text)?.[1]
  expect(GROUNDS[theme]).toEqual(['bg', 'surface', 'sunken', 'hover', 'selected'].map(of))
})

it('is a style of colors only', () => {
  expect(brandStyle('#8a1538')).toContain(`--accent:${brandColors('#8a1538', 'light')?.accent};`)
  expect(brandStyle('#8a1538')).toMatch(/^[\w#:;(){}[\]="@ -]+$/)
  expect(brandStyle('red;}body{display:none')).toBe('')
  expect(brandStyle('')).toBe('')
})

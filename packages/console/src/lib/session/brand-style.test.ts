import { brandColors } from '@vitrine/contract/brand-colors'
import { expect, it } from 'vitest'
import { brandStyle } from './brand-style.ts'

it('is a style of colors only', () => {
  expect(brandStyle('#8a1538')).toContain(`--accent:${brandColors('#8a1538', 'light')?.accent};`)
  expect(brandStyle('#8a1538')).toMatch(/^[\w#:;(){}[\]="@ -]+$/)
  expect(brandStyle('red;}body{display:none')).toBe('')
  expect(brandStyle('')).toBe('')
})

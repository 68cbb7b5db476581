// @vitest-environment happy-dom
import { SOURCE_NAME } from '@vitrine/contract/document/source-data'
import { expect, test } from 'vitest'
import { sheetOf } from './api.ts'

test.each([
  ['Menu.csv', 'Menu'],
  ['2026 menu (new).xlsx', '2026 menu (new)'],
  ['_Menu|soups_.csv', 'Menu soups'],
  ['Café & Bar -.csv', 'Café & Bar'],
  [`${'Menu '.repeat(12)}(June).csv`, 'Menu '.repeat(12).trim()],
  [`${'a'.repeat(59)}(June).csv`, 'a'.repeat(59)],
  ['???.csv', 'Sheet'],
])('a sheet from %s is called %s', async (file, name) => {
  expect(SOURCE_NAME.test(name)).toBe(true)
  expect((await sheetOf(new File(['Dish\n'], file), 'csv')).name).toBe(name)
})

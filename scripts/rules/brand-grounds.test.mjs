import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GROUNDS } from '../../packages/contract/src/brand-colors.ts'
import { root } from '../setup/root.mjs'

const tokens = readFileSync(path.join(root, 'packages/console/src/ui/theme/tokens.css'), 'utf8')
const [light = '', dark = ''] = tokens.split('data-mantine-color-scheme="dark"')

test.each([
  ['light', light],
  ['dark', dark],
])("colors of brands are readable on the console's grounds in %s", (theme, text) => {
  const of = (name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text)?.[1]
  expect(GROUNDS[theme]).toEqual(['bg', 'surface', 'sunken', 'hover', 'selected'].map(of))
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup/root.mjs'

/** Each element that is given a number for its size or height. */
const SIZED = /<([A-Z][\w.]*)(?=[\s>])(?:[^<>]|=>| > )*?\s(size|height)=\{(\d+)\}/g
const folder = path.join(root, 'packages/console/src')

const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.tsx'))
const found = files.flatMap((file) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(SIZED)].map(([, element, kind, number]) => ({
    text: `${file}: <${element} ${kind}={${number}}>`,
    isWide: /Modal|Drawer|Dialog|Block|Skeleton|Drawing/.test(element),
    size: Number(number),
  })),
)
const textsOf = (of) => of.map(({ text }) => text)

test('dialogs, drawers, and parts that load have sizes on a grid of four pixels, and fit common windows', () => {
  const wide = found.filter(({ isWide }) => isWide)
  expect(wide.length).toBeGreaterThan(30)
  expect(textsOf(wide.filter(({ size }) => size % 4 !== 0 || size > 1080))).toEqual([])
})

test('icons and buttons have even sizes, and none is larger than a large button', () => {
  const small = found.filter(({ isWide }) => !isWide)
  expect(small.length).toBeGreaterThan(200)
  expect(textsOf(small.filter(({ size }) => size % 2 !== 0 || size > 44))).toEqual([])
})

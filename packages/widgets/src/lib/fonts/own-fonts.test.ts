// @vitest-environment happy-dom
import { ownFont } from '@vitrine/contract/fields/own-font'
import { beforeEach, expect, test } from 'vitest'
import { type FontFile, loadOwnFonts } from './own-fonts.ts'

const face = (url: string, weights: [number, number], italic = false): FontFile => ({
  url,
  face: { family: 'Brand', weights, italic },
})
const rules = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent)

beforeEach(() => document.head.replaceChildren())

test('own fonts get one rule each, which follows their file', () => {
  const files = new Map([
    ['one', face('/a.ttf', [300, 800])],
    ['two', face('/b.ttf', [700, 700], true)],
  ])
  const names = ['Arial', ownFont('one'), ownFont('two'), ownFont('gone')]
  const load = () => loadOwnFonts(names, (id) => files.get(id))
  load()
  load()
  expect(rules()).toEqual([
    '@font-face{font-family:"font:one";font-style:normal;font-weight:300 800;src:url("/a.ttf")}',
    '@font-face{font-family:"font:two";font-style:italic;font-weight:700;src:url("/b.ttf")}',
  ])
  files.set('two', face('/c.ttf', [400, 400]))
  load()
  expect(rules()[1]).toBe(
    '@font-face{font-family:"font:two";font-style:normal;font-weight:400;src:url("/c.ttf")}',
  )
})

test('an address can’t end its rule', () => {
  loadOwnFonts([ownFont('odd')], () => face('/x")}body{color:red', [400, 400]))
  expect(rules().at(-1)).toContain('src:url("/x\\")}body{color:red")}')
})

import { expect, test } from 'vitest'
import { cjkOf, fontSetsOf } from './load-fonts.ts'

test.each([
  ['Bread', 'en-us', []],
  ['中文', 'en-us', ['sc']],
  ['中文', 'zh-tw', ['tc', 'sc']],
  ['中文', 'ja', ['jp', 'sc']],
  ['寿司とラーメン', 'en-us', ['jp', 'sc']],
  ['メニュー', 'zh-cn', ['jp']],
  ['비빔밥 定食', 'de', ['kr', 'sc']],
  ['비빔밥', 'de', ['kr']],
])('%s in %s is drawn with the fonts %j', (text, locale, fonts) => {
  expect(cjkOf(text, locale)).toEqual(fonts)
})

test.each([
  ['plain', ['letters']],
  ['😀', ['letters', 'emoji']],
  ['☀️', ['letters', 'emoji']],
  ['1️⃣', ['letters', 'emoji']],
])('%s needs the sets %j', (text, sets) => {
  expect(fontSetsOf(text, 'en-us')).toEqual(sets)
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { piecesOfHtml } from './pasted-pieces.ts'

test.each([
  [
    '<p>Fresh <b>rye</b></p><p>daily</p>',
    [{ text: 'Fresh ' }, { text: 'rye', isBold: true }, { text: '\ndaily' }],
  ],
  ['a <em style="color: #c51d24">b</em>', [{ text: 'a ' }, { text: 'b', isItalic: true, color: '#c51d24' }]],
  ['<b style="font-weight: normal"><span style="color: black">plain</span></b>', [{ text: 'plain' }]],
  [
    '<span style="font-weight: 700">a</span><u>b</u>',
    [
      { text: 'a', isBold: true },
      { text: 'b', line: 'underline' },
    ],
  ],
  ['<style>b { color: red }</style><script>alert(1)</script>a<br>b', [{ text: 'a\nb' }]],
  ['<i style="color: url(https://example.org/x)">a</i>', [{ text: 'a', isItalic: true }]],
])('%s keeps its letters and looks', (html, pieces) => {
  expect(piecesOfHtml(html)).toEqual(pieces)
})

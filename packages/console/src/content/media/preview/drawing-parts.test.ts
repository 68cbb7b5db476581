import { expect, test } from 'vitest'
import { outsideParts } from './drawing-parts.ts'

const svg = (content: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`

test.each<[string, string, string[], string[]]>([
  ['nothing', svg('<rect fill="red"/>'), [], []],
  ['a picture by URL', svg('<image href="http://x.test/img/ref.png?v=1"/>'), ['ref.png'], []],
  ['a picture in a folder', svg("<image xlink:href='img/a b.png'/>"), ['a b.png'], []],
  ['an embedded picture', svg('<image href="data:image/png;base64,AA=="/>'), [], []],
  ['its own shape', svg('<use href="#a"/><rect fill="url(#b)"/>'), [], []],
  ['a shape of another file', svg('<use href="shapes.svg#a"/>'), ['shapes.svg'], []],
  ['a link', svg('<a href="http://x.test/page"><rect/></a>'), [], []],
  ['a style sheet', svg('', '<?xml-stylesheet href="x.css"?>'), ['x.css'], []],
  [
    'an import',
    svg('<style>@import url(http://x.test/x.css); @import "y.css";</style>'),
    ['x.css', 'y.css'],
    [],
  ],
  ['a comment', svg('<!-- <image href="a.png"/> -->'), [], []],
  [
    'a font by URL',
    svg('<style>@font-face{font-family:Z;src:url(z.woff2)} text{font-family:Z,Arial}</style>'),
    ['z.woff2'],
    ['Z'],
  ],
  [
    'an embedded font',
    svg('<style>@font-face{font-family:"Z";src:url(data:font/woff2;base64,AA)} text{font-family:Z}</style>'),
    [],
    [],
  ],
  [
    'parts before, between, and after comments',
    svg('<image href="a.png"/><!-- 1 --><image href="b.png"/><!-- 2 --><image href="c.png"/>'),
    ['a.png', 'b.png', 'c.png'],
    [],
  ],
  [
    'fonts before, between, and after embedded ones',
    svg(
      '<style>a{font-family:A} @font-face{font-family:X;src:url(data:a,b)} b{font-family:B} @font-face{font-family:Y;src:url(data:a,b)} c{font-family:C} d{font-family:X,Y}</style>',
    ),
    [],
    ['A', 'B', 'C'],
  ],
  ['a font of its author', svg('<text font-family="OCR A Std, monospace">1</text>'), [], ['OCR A Std']],
  ['a font in a style', svg(`<text style="font-family:'Gotham Book'">1</text>`), [], ['Gotham Book']],
  ['a common font', svg('<text font-family="Helvetica, Arial">1</text>'), [], []],
])('a drawing with %s', (_what, text, files, fonts) => {
  expect(outsideParts(text)).toEqual({ files, fonts })
})

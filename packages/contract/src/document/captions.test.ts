import { describe, expect, test } from 'vitest'
import { CUES_MAX, readCaptions, writeCaptions } from './captions.ts'

const cue = (text: string) => readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`)[0]?.text
const texts = (file: string) => readCaptions(file).map(({ text }) => text)

describe('a captions file', () => {
  const TWO = [
    { start: 1, end: 2.5, text: 'One' },
    { start: 3661.25, end: 3662, text: 'Two\nlines' },
  ]
  test.each([
    [
      'WebVTT',
      'WEBVTT - title\n\n00:01.000 --> 00:02.500\nOne\n\nid\n01:01:01.250 --> 01:01:02.000 line:0\nTwo\nlines',
    ],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,500\nOne\n\n2\n01:01:01,250 --> 01:01:02,000\nTwo\nlines\n'],
    [
      'SubRip of Windows',
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nOne\r\n\r\n2\r\n01:01:01,25 --> 01:01:02\r\nTwo\r\nlines',
    ],
    [
      'old Mac line ends',
      '1\r00:00:01,000 --> 00:00:02,500\rOne\r\r2\r01:01:01,250 --> 01:01:02,000\rTwo\rlines',
    ],
    [
      'without blank lines',
      '1\n00:00:01,000 --> 00:00:02,500\nOne\n2\n01:01:01,250 --> 01:01:02,000\nTwo\nlines',
    ],
    [
      'out of order',
      '2\n01:01:01,250 --> 01:01:02,000\nTwo\nlines\n\n1\n00:00:01,000 --> 00:00:02,500\nOne\n',
    ],
    [
      'with notes, styles, and regions',
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\nNOTE hidden\n\n00:01.000 --> 00:02.500\nOne\n\n01:01:01.250 --> 01:01:02.000\nTwo\nlines',
    ],
    ['a cue that ends before it begins', `1\n00:00:09,000 --> 00:00:01,000\nNever\n\n${writeCaptions(TWO)}`],
  ])('is read: %s', (_name, file) => {
    expect(readCaptions(file)).toEqual(TWO)
    expect(readCaptions(writeCaptions(readCaptions(file)))).toEqual(TWO)
  })

  test.each([
    ['<b>Bold</b> and <i.loud>slanted</i>', 'Bold and slanted'],
    ['<v Ann>Hello <c.yellow>there</c>', 'Hello there'],
    ['<font color="#fff" size=3>Big</font>', 'Big'],
    ['<00:00:01.500>Karaoke<00:01.700> time', 'Karaoke time'],
    ['{\\an8}Above', 'Above'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['&lt;b&gt; &amp;amp; &#233;&#x1F600;&nbsp;!', '<b> &amp; é😀\u00a0!'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['&unknown; &#55296; &#99999999;', '&unknown; &#55296; &#99999999;'],
    ['\u202egnp\u0007', 'gnp'],
    ['مرحبا', 'مرحبا'],
    ['- One\n\t- Two  ', '- One\n- Two'],
  ])('keeps only plain text: %s', (written, shown) => {
    expect(cue(written)).toBe(shown)
    expect(texts(writeCaptions([{ start: 1, end: 2, text: shown }]))).toEqual([shown])
  })

  test.each([
    '',
    'WEBVTT',
    '1\n00:00:01 -> 00:00:02\nHi',
    '{0}{25}MicroDVD',
    '00:01.000 --> 00:02.000\n<b></b>',
    '\0',
  ])('without captions has none: %j', (file) => expect(readCaptions(file)).toEqual([]))

  test('may contain arrows in its text', () => {
    const arrow = [{ start: 1, end: 2, text: '00:00:05.000 --> 00:00:06.000' }]
    expect(readCaptions(writeCaptions(arrow))).toEqual(arrow)
  })

  test('is read in time proportional to its size', () => {
    const hostile = ['<a'.repeat(100_000), '&'.repeat(200_000), '\n'.repeat(200_000), '-->'.repeat(70_000)]
    for (const part of hostile)
      expect(readCaptions(`00:01.000 --> 00:02.000\n${part}`).length).toBeLessThan(2)
    const many = Array.from({ length: CUES_MAX }, (_, n) => ({ start: n, end: n + 1, text: `${n}` }))
    expect(readCaptions(writeCaptions(many))).toEqual(many)
  })
})

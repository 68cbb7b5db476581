// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { partsOf } from './pasted-parts.ts'
import type { Transfer } from './transfer.ts'

const of = (transfer: Partial<Transfer>) =>
  partsOf({ files: [], html: '', text: '', address: '', ...transfer })
const file = (name: string) => new File(['x'], name)
const TABLE =
  '<html><body><!--StartFragment--><table><tr><td>Soup</td><td>4.50</td></tr><tr><td>Tea</td><td> 3 </td></tr></table>'

describe('what is pasted', () => {
  it.each([
    ['text', { text: ' Soup of the day ' }, [{ kind: 'text', text: 'Soup of the day' }]],
    ['formatted text', { html: '<b>Soup</b>', text: 'Soup' }, [{ kind: 'text', text: 'Soup' }]],
    ['nothing', { text: ' \n ' }, []],
    [
      'an address',
      { text: 'https://example.org/menu' },
      [{ kind: 'link', address: 'https://example.org/menu' }],
    ],
    [
      'addresses of a browser',
      { address: '# a comment\r\nhttps://a.example\r\nhttps://b.example\r\nhttps://a.example' },
      ['https://a.example', 'https://b.example'].map((address) => ({ kind: 'link', address })),
    ],
    [
      'an address in a sentence',
      { text: 'See https://a.example' },
      [{ kind: 'text', text: 'See https://a.example' }],
    ],
    ['a script as address', { text: 'javascript:alert(1)' }, [{ kind: 'text', text: 'javascript:alert(1)' }]],
    [
      'tab-separated cells',
      { text: 'Soup\t4.50\nTea\t3' },
      [
        {
          kind: 'rows',
          lines: [
            ['Soup', '4.50'],
            ['Tea', '3'],
          ],
        },
      ],
    ],
    [
      'one column',
      { html: '<table><tr><td>Soup</td></tr></table>', text: 'Soup' },
      [{ kind: 'text', text: 'Soup' }],
    ],
  ] as const)('%s', (_what, transfer, parts) => {
    expect(of(transfer)).toEqual(parts)
  })

  it('cells of a spreadsheet, also with the picture of them', () => {
    const parts = of({ html: TABLE, text: 'Soup\t4.50\nTea\t3', files: [file('image.png')] })
    expect(parts).toEqual([
      {
        kind: 'rows',
        lines: [
          ['Soup', '4.50'],
          ['Tea', '3'],
        ],
      },
    ])
  })

  it('a drawing as text is a file', () => {
    const [part] = of({
      text: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><path d="M0\t0"/></svg>',
    })
    expect(part?.kind === 'files' && part.files[0]).toMatchObject({
      name: 'drawing.svg',
      type: 'image/svg+xml',
    })
  })

  it('files before what describes them', () => {
    const [part] = of({
      html: '<img src="https://a.example/a.png">',
      text: 'https://a.example',
      files: [file('a.png')],
    })
    expect(part?.kind).toBe('files')
  })

  it('is bounded, and runs nothing', () => {
    const row = `<tr>${'<td>x</td>'.repeat(500)}</tr>`
    const [part] = of({
      html: `<script>globalThis.ran = 1</script><table onclick="ran = 1">${row.repeat(500)}</table>`,
    })
    expect(part?.kind === 'rows' && [part.lines.length, part.lines[0]?.length]).toEqual([60, 20])
    expect('ran' in globalThis).toBe(false)
    expect(of({ files: Array.from({ length: 99 }, (_, n) => file(`${n}.png`)) })).toMatchObject([
      { files: { length: 30 } },
    ])
    expect(of({ text: 'https://a.example/?1\n'.repeat(99) }).length).toBe(1)
    expect(of({ text: 'x'.repeat(9999) })).toEqual([{ kind: 'text', text: 'x'.repeat(5000) }])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ScreenValue, screenRows } from '#document/screen-values.ts'
import { isAllowed, webUrl } from './allowed-sites.ts'
import { fillAddress } from './screen-address.ts'
import { isWebAddress, readWebAddress } from './web-address.ts'

const rowsWith = (values: readonly ScreenValue[]) => (key: string) =>
  key === 'screen' ? screenRows(values) : undefined
const ZAMALEK = rowsWith([
  { name: 'Manager', value: 'Mona' },
  { name: 'Branch', value: 'zamalek' },
])

describe('a web address', () => {
  const typed = (address: string) => {
    const read = readWebAddress(address)
    return isWebAddress(read) ? read.address : read
  }
  it.each([
    [
      'example.org/b/{Screen: Branch}?m={Screen: Manager | a b}#x',
      'https://example.org/b/{Screen: Branch}?m={Screen: Manager | a b}#x',
    ],
    [
      'https://example.org/{Branches: Phone of {Screen: Branch}}',
      'https://example.org/{Branches: Phone of {Screen: Branch}}',
    ],
    ['https://{Screen: Branch}.example.org/', 'url'],
    ['https://example.org:{Screen: Port}/', 'url'],
    ['{Screen: Address}', 'url'],
    ['{Screen: Scheme}://example.org', 'url'],
    ['https://{Screen: Name}@example.org/', 'credentials'],
    ['https://example.org/vitrine0value1x', 'url'],
  ])('%s is read as %s', (address, read) => expect(typed(address)).toBe(read))

  it('plays a video that the screen names', () => {
    expect(
      fillAddress(
        typed('https://youtu.be/{Screen: Video}'),
        rowsWith([{ name: 'Video', value: 'dQw4w9WgXcQ' }]),
      ),
    ).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/)
  })

  it.each([
    ['https://example.org/{Screen: Branch}?a={Screen: Manager}', 'https://example.org/zamalek?a=Mona'],
    ['https://example.org/{Screen: Deputy}', undefined],
    ['https://example.org/{Screen: Deputy | x y}', 'https://example.org/x%20y'],
    ['https://example.org/{other}', 'https://example.org/{other}'],
  ])('%s opens %s', (address, opened) => expect(fillAddress(address, ZAMALEK)).toBe(opened))

  it.each(['.', '..', '\ud800'])('a value %j stays in its part of the path', (value) => {
    const opened = fillAddress('https://example.org/a/{Screen: X}/b', rowsWith([{ name: 'X', value }]))
    expect(opened === undefined || webUrl(opened)?.pathname === '/a/%EF%BF%BD/b').toBe(true)
  })

  it('never leaves its site, whatever the values', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40, unit: 'binary' }),
      fc.constantFrom(
        '..',
        '../..',
        '.',
        '@evil.test/',
        '//evil.test',
        '\\\\evil.test',
        '#',
        '?',
        'a/../../b',
        '%2e%2e',
        'javascript:alert(1)',
        '{Screen: A}',
      ),
    )
    const place = fc.constantFrom(
      '/{Screen: A}',
      '/a/{Screen: A}/{Screen: B}/c',
      '/{Screen: A}{Screen: B}/x',
      '/?q={Screen: A}',
      '/x#{Screen: B}',
      '/a.{Screen: A}',
    )
    const sites = ['shop.example.org']
    fc.assert(
      fc.property(place, value, value, (path, a, b) => {
        const opened = fillAddress(
          typed(`https://shop.example.org${path}`),
          rowsWith([
            { name: 'A', value: a },
            { name: 'B', value: b },
          ]),
        )
        if (opened === undefined) return
        expect(isAllowed(sites, opened)).toBe(true)
        const url = webUrl(opened)
        expect(url?.origin).toBe('https://shop.example.org')
        expect(url?.pathname.split('/').length).toBe(path.split(/[?#]/)[0]?.split('/').length)
      }),
      { numRuns: 10_000 },
    )
  })
})

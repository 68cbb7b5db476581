import { describe, expect, it } from 'vitest'
import { chromiumAllowlist, frameSources, isAllowed, readSite } from './allowed-sites.ts'

describe('a site as typed', () => {
  it.each([
    ['example.org', 'example.org'],
    [' HTTPS://Example.org/path?a#b ', 'example.org'],
    ['*.example.org', 'example.org'],
    ['example.org.', 'example.org'],
    ['http://192.168.1.20:3000/d/1', '192.168.1.20:3000'],
    ['http://[fd00::1]:3000/', '[fd00::1]:3000'],
    ['intranet', 'intranet'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*', '*'],
    ['', undefined],
    ['user:secret@example.org', undefined],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['ftp://example.org', undefined],
    ['a b', undefined],
    ['*.*', undefined],
    [`${'a'.repeat(300)}.org`, undefined],
  ])('%s is %s', (typed, site) => expect(readSite(typed)).toBe(site))
})

describe('the list', () => {
  it.each([
    [['example.org'], 'https://example.org/x', true],
    [['example.org'], 'http://www.example.org:8080/', true],
    [['example.org'], 'https://example.org.evil.test/', false],
    [['example.org'], 'https://notexample.org/', false],
    [['example.org:8443'], 'https://example.org:8443/', true],
    [['example.org:8443'], 'https://example.org/', false],
    [['example.org:443'], 'https://example.org/', true],
    [['intranet'], 'http://intranet/a', true],
    [['org'], 'https://example.org/', false],
    [['1.2.3.4'], 'http://1.2.3.4/', true],
    [['1.2.3.4'], 'http://9.1.2.3.4.test/', false],
    [['[fd00::1]:3000'], 'http://[fd00::1]:3000/', true],
    [['*'], 'https://anything.test/', true],
    [['*'], 'javascript:alert(1)', false],
    [[], 'https://example.org/', false],
  ])('%j allows %s: %s', (sites, address, allowed) => expect(isAllowed(sites, address)).toBe(allowed))

  it('is written for frames and for Chromium', () => {
    expect(frameSources(['example.org'])).toBe(
      'http://example.org:* https://example.org:* http://*.example.org:* https://*.example.org:*',
    )
    expect(frameSources(['10.0.0.5:3000'])).toBe('http://10.0.0.5:3000 https://10.0.0.5:3000')
    expect(frameSources([])).toBe("'none'")
    expect(chromiumAllowlist(['example.org', 'intranet:8080', '10.0.0.5', '*'])).toEqual([
      'example.org',
      '.intranet:8080',
      '10.0.0.5',
      'http://*',
      'https://*',
    ])
  })
})

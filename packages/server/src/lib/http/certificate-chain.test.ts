import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { issueCertificate } from '#test/certificates.ts'
import { Certificate } from './certificate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-chain-'))
const at = (name: string) => path.join(folder, name)
beforeAll(() => {
  issueCertificate(folder, 'root')
  issueCertificate(folder, 'upper', 'root')
  issueCertificate(folder, 'lower', 'upper')
  issueCertificate(folder, 'screens', 'lower', false)
  execFileSync('openssl', ['x509', '-in', at('screens.crt'), '-outform', 'der', '-out', at('der.crt')])
  execFileSync('openssl', ['pkey', '-in', at('screens.key'), '-outform', 'der', '-out', at('der.key')])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a start says about this certificate. */
function startedWith(names: readonly string[], key = 'screens'): string {
  writeFileSync(at('used.crt'), Buffer.concat(names.map((name) => readFileSync(at(`${name}.crt`)))))
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line).msg) })
  try {
    Certificate.open(readSettings({ TLS_CERT: at('used.crt'), TLS_KEY: at(`${key}.key`) }), log, systemClock)
  } catch (error) {
    lines.push(`refused: ${(error as Error).message}`)
  }
  return lines.join('\n')
}

it.each([
  ['a complete chain', ['screens', 'lower', 'upper', 'root'], 'screens', /^$/],
  ['a certificate that issued itself', ['root'], 'root', /^$/],
  ['no intermediate', ['screens'], 'screens', /^TLS_CERT lacks the certificate of lower, .*append it/],
  ['one intermediate of two', ['screens', 'lower'], 'screens', /^TLS_CERT lacks the certificate of upper, /],
  ['a gap', ['screens', 'lower', 'root'], 'screens', /^TLS_CERT lacks the certificate of upper, /],
  [
    'intermediates in the wrong order',
    ['screens', 'upper', 'lower', 'root'],
    'screens',
    /^TLS_CERT has its certificates in the wrong order: after that of screens must come that of lower/,
  ],
  [
    'the chain from its end',
    ['root', 'upper', 'lower', 'screens'],
    'screens',
    /^refused: TLS_CERT has its certificates in the wrong order: this server's must come first/,
  ],
  ['a key of another', ['screens', 'lower'], 'root', /^refused: TLS_KEY doesn't match/],
  [
    'a certificate as DER',
    ['der'],
    'screens',
    /^refused: The file of TLS_CERT is in binary form .*openssl x509/,
  ],
  [
    'a key as DER',
    ['screens', 'lower', 'upper', 'root'],
    'der',
    /^refused: The file of TLS_KEY is in binary form .*openssl pkey/,
  ],
])('%s: the start says so in one sentence', (_what, names, key, words) => {
  expect(startedWith(names, key)).toMatch(words)
})

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { makeCertificate } from '#test/certificates.ts'
import { Certificate } from './certificate.ts'

const DAY = 86_400_000
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-certificate-'))
const used = { cert: path.join(folder, 'used.crt'), key: path.join(folder, 'used.key') }
const lines: string[] = []
const use = (from: { cert: string; key: string }) => {
  copyFileSync(from.cert, used.cert)
  copyFileSync(from.key, used.key)
}
const open = () => {
  const settings = readSettings({ TLS_CERT: used.cert, TLS_KEY: used.key })
  const certificate = Certificate.open(
    settings,
    createLog('info', { write: (line) => void lines.push(line) }),
    systemClock,
  )
  if (!certificate) throw new Error('TLS is on')
  return certificate
}
const first = makeCertificate(folder, 'first', 90)
use(first)
const certificate = open()
const server = createServer(certificate.options)
beforeAll(async () => {
  certificate.follow([server])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  certificate.close()
  server.close()
  rmSync(folder, { recursive: true })
})

/** The name in the certificate that a new connection gets. */
const shown = () =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.address() as { port: number }
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    }).on('error', reject)
  })

it('takes a renewed certificate without a restart, and no half of one', async () => {
  expect(await shown()).toBe('first')
  expect(Math.round((certificate.endsAt - systemClock.now()) / DAY)).toBe(90)
  const second = makeCertificate(folder, 'second', 200)
  copyFileSync(second.cert, used.cert)
  await certificate.look()
  await certificate.look()
  expect(await shown()).toBe('first')
  expect(lines.filter((line) => line.includes("Can't use"))).toHaveLength(1)
  copyFileSync(second.key, used.key)
  await certificate.look()
  expect(await shown()).toBe('second')
  expect(Math.round((certificate.endsAt - systemClock.now()) / DAY)).toBe(200)
})

/** The cipher of a new connection that offers these, or how it failed. */
const agreed = (options: ConnectionOptions) =>
  new Promise<string>((resolve) => {
    const { port } = server.address() as { port: number }
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
      resolve(socket.getCipher().standardName)
      socket.destroy()
    }).on('error', () => resolve('refused'))
  })

// Also after the renewal above, which sets the options again.
it.each<[string, ConnectionOptions, string]>([
  ['TLS 1.3', {}, 'TLS_AES_256_GCM_SHA384'],
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }, 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
  ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }, 'refused'],
  ['CBC with SHA-1', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' }, 'refused'],
  ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }, 'refused'],
])('agrees on the right cipher with a client of %s', async (_what, options, cipher) => {
  expect(await agreed(options)).toBe(cipher)
})

it.each([
  ['rubbish', () => writeFileSync(used.cert, 'rubbish')],
  ['no file', () => rmSync(used.cert)],
])('keeps the one in use while there is %s', async (_what, spoil) => {
  const before = await shown()
  spoil()
  await certificate.look()
  expect(await shown()).toBe(before)
})

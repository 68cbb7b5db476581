import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
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

it.each([
  ['rubbish', () => writeFileSync(used.cert, 'rubbish')],
  ['no file', () => rmSync(used.cert)],
])('keeps the one in use while there is %s', async (_what, spoil) => {
  const before = await shown()
  spoil()
  await certificate.look()
  expect(await shown()).toBe(before)
})

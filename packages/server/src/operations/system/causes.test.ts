import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { queueMessage, webhookText } from '#base/outbox/queries.ts'
import { issueCertificate, makeCertificate } from '#test/certificates.ts'
import { type TestServer, useServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'

const DAY = 86_400_000
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-causes-'))
const { cert, key } = makeCertificate(folder, 'first', 30)
const other = makeCertificate(folder, 'other', 30)
issueCertificate(folder, 'authority')
issueCertificate(folder, 'leaf', 'authority', false)
const incomplete = { cert: path.join(folder, 'leaf.crt'), key: path.join(folder, 'leaf.key') }
const used = { cert: path.join(folder, 'used.pem'), key: path.join(folder, 'used.key') }
const use = (pair: { cert: string; key: string }) => {
  copyFileSync(pair.cert, used.cert)
  copyFileSync(pair.key, used.key)
}
use({ cert, key })

const mail = new MailServer()
let isBroken = false
const receiver = createServer((_request, response) => response.writeHead(isBroken ? 500 : 201).end())
const server = useServer(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  return {
    ...{ TLS_CERT: used.cert, TLS_KEY: used.key, SMTP_URL: await mail.start(), LOCAL_HOSTS: at },
    ...{ SMS_URL: `http://${at}/sms`, SMS_FROM: '+15550001' },
  }
})

/** The monotonic clock, moved past the time for which readiness is cached. */
const realNow = performance.now.bind(performance)
let skipped = 0
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skipped)
  // By the moved clock, changes are late.
  vi.spyOn(server().services.publisher, 'behind').mockReturnValue(null)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await mail.close()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true })
})

async function sendOne({ services }: TestServer, channel: 'mail' | 'sms' | 'webhook') {
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const recipient = { mail: 'owner@example.org', sms: '+15550002', webhook: at }[channel]
  const text = channel === 'webhook' ? webhookText({ ruleId: 'rule', body: '{}' }) : 'Soup'
  server().clock.advance(1000)
  const message = { owner: '', channel, recipient, subject: 'Menu', text }
  await queueMessage(services.database, message, services.clock.now())
  await services.outbox.wake()
}

const message = (channel: 'mail' | 'sms' | 'webhook') => ({
  cause: async (one: TestServer) => {
    mail.refusing = isBroken = true
    await sendOne(one, channel)
  },
  repair: async (one: TestServer) => {
    mail.refusing = isBroken = false
    await sendOne(one, channel)
  },
})
const rename =
  (from: string, to: string) =>
  async ({ services }: TestServer) =>
    void (await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(services.database))

/** Each cause of `/ready`, of the outbox, and of the certificate, provoked and repaired. */
const CAUSES: Record<string, { cause(one: TestServer): unknown; repair(one: TestServer): unknown }> = {
  'database-failed': { cause: rename('secrets', 'away'), repair: rename('away', 'secrets') },
  'writes-failed': { cause: rename('server_marks', 'away'), repair: rename('away', 'server_marks') },
  'files-failed': {
    cause({ folder }) {
      rmSync(path.join(folder, 'files', 'incoming'), { recursive: true })
      writeFileSync(path.join(folder, 'files', 'incoming'), 'no folder')
    },
    repair({ folder }) {
      rmSync(path.join(folder, 'files', 'incoming'))
      mkdirSync(path.join(folder, 'files', 'incoming'))
    },
  },
  'changes-late': {
    cause: ({ services }) => vi.mocked(services.publisher.behind).mockReturnValue('No notice since 12:00'),
    repair: ({ services }) => vi.mocked(services.publisher.behind).mockReturnValue(null),
  },
  'clock-wrong': {
    cause: ({ services }) => vi.spyOn(services.time, 'measure').mockResolvedValue('Off by a minute'),
    repair: ({ services }) => vi.mocked(services.time.measure).mockRestore(),
  },
  'disk-full': {
    async cause({ services }) {
      services.settings.DISK_RESERVE_MB = 1e9
      await services.disk.look()
    },
    async repair({ services }) {
      services.settings.DISK_RESERVE_MB = 0
      await services.disk.look()
    },
  },
  'mail-failed': message('mail'),
  'sms-failed': message('sms'),
  'webhook-failed': message('webhook'),
  'certificate-unreadable': {
    async cause({ services }) {
      use({ cert: other.cert, key })
      await services.certificate?.look()
    },
    async repair({ services }) {
      use({ cert, key })
      await services.certificate?.look()
    },
  },
  'certificate-incomplete': {
    async cause({ services }) {
      use(incomplete)
      await services.certificate?.look()
    },
    async repair({ services }) {
      use({ cert, key })
      await services.certificate?.look()
    },
  },
  'certificate-ends': {
    cause: ({ clock }) => clock.advance(20 * DAY),
    repair: ({ clock }) => clock.advance(-20 * DAY),
  },
  'certificate-ended': {
    cause: ({ clock }) => clock.advance(40 * DAY),
    repair: ({ clock }) => clock.advance(-40 * DAY),
  },
}

it.each(Object.entries(CAUSES))(
  '%s: has a warning, a metric, and a line in the log, until it is repaired',
  async (kind, { cause, repair }) => {
    const shown = async () => {
      skipped += 3100
      const { services } = server()
      await services.warnings.look()
      const [, metric] =
        new RegExp(`^vitrine_warning\\{kind="${kind}"\\} (\\d)$`, 'm').exec(
          (await server().inject('/api/metrics')).body,
        ) ?? []
      const warning = (await services.warnings.current()).find((each) => each.kind === kind)
      const logged = server().log.some((line) => line.msg === 'Needs attention' && line.kind === kind)
      return { warning, metric, logged }
    }
    expect(await shown()).toEqual({ warning: undefined, metric: '0', logged: false })
    await cause(server())
    try {
      expect(await shown()).toMatchObject({ warning: { kind }, metric: '1', logged: true })
    } finally {
      await repair(server())
    }
    expect(await shown()).toMatchObject({ warning: undefined, metric: '0' })
  },
)

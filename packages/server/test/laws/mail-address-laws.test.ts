// Law: a message to people of an organization with its own host name has no other address of the console.

import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { mailAuthors } from '#operations/approvals/queries.ts'
import { followEvents } from '#operations/webhooks/follow.ts'
import { pauseFailing } from '#operations/webhooks/pause.ts'
import { Authenticator } from '#test/authenticator.ts'
import { makeComment } from '#test/comments.ts'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, TestServer } from '#test/harness.ts'

const DAY = 86_400_000
const PASSWORD = 'password-1'
const SOURCES = path.join(import.meta.dirname, '../../src')
/** Where an email, text message, or alert is queued. */
const QUEUES = /channel: 'mail'/

type Admin = Caller & { organizationId: string; email: string }

let server: TestServer
let broken: Server
/** What the other server answers. */
let status = 500
let admin: Admin
let superAdmin: Caller
let host: string
let made = 0

beforeAll(async () => {
  broken = createServer((_request, response) => response.writeHead(status).end('[{"a":1}]'))
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const local = `127.0.0.1:${(broken.address() as AddressInfo).port}`
  server = await TestServer.start({ HOST: 'localhost', LOCAL_HOSTS: local })
  superAdmin = await server.signIn()
  admin = await server.organization()
  host = 'signs.localhost'
  const params = { id: admin.organizationId }
  const { name, version } = (await superAdmin.api.organizations.get({ params })).organization
  await superAdmin.api.organizations.update({ params, body: { name, version, branded: true, host } })
  await verified(admin.email)
}, 60_000)
afterAll(async () => {
  await server.close()
  broken.closeAllConnections()
  broken.close()
})

const verified = (email: string) =>
  server.services.database.updateTable('users').set({ emailVerified: 1 }).where('email', '=', email).execute()

async function person(): Promise<{ id: string; email: string; caller: Caller }> {
  const caller = await server.user(admin, ['storyboards', 'layouts', 'media'])
  const { id, email } = (await caller.api.auth.profile()).profile
  return { id, email, caller }
}
const unreachable = () => `http://127.0.0.1:${(broken.address() as AddressInfo).port}/x`

/** Sends each email of a file. */
const SENDS: Record<string, () => Promise<unknown>> = {
  'accounts/auth/verification.ts': async () => {
    const { email } = await person()
    await server.as().api.auth.sendEmail({ body: { email } })
    await server.as().api.auth.resetPassword({ body: { email } })
    await server.as().api.auth.register({
      body: {
        firstName: 'Again',
        lastName: 'Me',
        email: admin.email,
        password: 'a-long-password-1',
        organization: 'X',
      } as never,
    })
  },
  'accounts/credentials/api.ts': async () => {
    for (const by of [admin, superAdmin])
      await by.api.users.create({
        body: {
          ...{ firstName: 'Ina', lastName: 'Invited', email: `invited${++made}@org.test`, role: '2' },
          ...{ permissions: [], password: 'a-long-password-1', invite: true },
          ...(by === superAdmin && { organizationId: admin.organizationId }),
        } as never,
      })
  },
  'accounts/users/routes.ts': async () => {
    for (const by of [admin, superAdmin])
      await by.api.users.resetSecondFactor({ params: { id: (await person()).id } })
  },
  'accounts/passkeys/routes.ts': async () => {
    const { caller } = await person()
    const { options, ticket } = await caller.api.passkeys.begin({ body: { currentPassword: PASSWORD } })
    const credential = new Authenticator(server.origins.console).create(options)
    await caller.api.passkeys.create({ body: { name: 'Key', ticket, credential } })
  },
  'data/sources/refresher.ts': async () => {
    const body = { name: 'Failing', kind: 'json', url: unreachable(), minutes: 5 } as never
    status = 200
    await admin.api.sources.create({ body })
    status = 500
    for (let tries = 0; tries < 3; tries++) {
      server.clock.advance(60 * 60_000)
      await server.services.sources.refresh()
    }
    await logInAgain()
  },
  'content/comments/mentions.ts': async () => {
    const { id, email } = await person()
    await verified(email)
    await makeComment(admin, { mentions: [id] })
  },
  'content/storyboards/reviews.ts': async () => {
    const { caller, email } = await person()
    await verified(email)
    const { id } = await makeStoryboard(admin)
    const { storyboard } = await admin.api.storyboards.get({ params: { id } })
    const { name, type, items } = storyboard
    await caller.api.storyboards.update({ params: { id }, body: { name: `${name} 2`, type, items } as never })
    await admin.api.storyboards.setStatus({ params: { id, status: 'rejected' }, body: { note: 'No' } })
  },
  'operations/approvals/queries.ts': async () => {
    const { id, email } = await person()
    await verified(email)
    const { database, origins, clock } = server.services
    const rows = [{ name: 'Menu', changedBy: JSON.stringify([id]), organizationId: admin.organizationId }]
    const decision = { decision: 'approved', note: '', personId: '', now: clock.now() } as never
    await mailAuthors(database, origins, rows, decision)
  },
  'operations/cases/routes.ts': async () => {
    const { case: asked } = await admin.api.cases.create({
      body: { subject: 'Help', text: 'Please', kind: 'content' } as never,
    })
    await superAdmin.api.cases.reply({ params: { id: asked.id }, body: { text: 'Here.' } })
  },
  'operations/alerts/send.ts': async () => {
    const emails = [admin.email, 'stranger@alerts.test']
    const body = { name: 'Failing', causes: ['approval'], emails, mobiles: ['+12125550100'] }
    const { alert } = await admin.api.alerts.create({ body: body as never })
    await admin.api.alerts.test({ params: { id: alert.id } })
    // A storyboard waits for approval, for longer than the rule's minutes.
    await makeStoryboard(admin)
    for (let looks = 0; looks < 2; looks++) {
      server.clock.advance(20 * 60_000)
      await evaluateAlerts(server.services.database, server.services)
    }
    await logInAgain()
  },
  'operations/webhooks/pause.ts': async () => {
    const body = { name: 'Hook', address: unreachable(), topics: ['media'] } as never
    await admin.api.webhooks.create({ body })
    await admin.api.media.createFolder({ body: { name: `F${++made}` } })
    const { database, reader, playStore, outbox, clock } = server.services
    await followEvents({ db: database, reader, playStore, now: clock.now() })
    await outbox.wake()
    await pauseFailing(database, clock.now() + 6 * DAY)
  },
}

async function logInAgain() {
  const credentials = { email: admin.email, password: PASSWORD }
  admin = { ...admin, ...(await server.signIn(credentials)) }
  superAdmin = await server.signIn()
}

/** Those of webhooks and screens have no addresses of the console. */
const sent = () =>
  server.services.database.selectFrom('outbox').selectAll().where('channel', '!=', 'webhook').execute()

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

describe('the console in messages to people of an organization with its own host name', () => {
  it('is sent by these files, and no others', () => {
    const senders = files(SOURCES).filter(
      (file) =>
        QUEUES.test(readFileSync(path.join(SOURCES, file), 'utf8')) && !/^(?:base\/outbox|db)\//.test(file),
    )
    expect(senders.sort()).toEqual(Object.keys(SENDS).sort())
  })

  it.each(Object.keys(SENDS))('has that host name: %s', async (file) => {
    const before = new Set((await sent()).map(({ id }) => id))
    await SENDS[file]?.()
    const mails = (await sent()).filter(({ id }) => !before.has(id))
    expect(mails.length).toBeGreaterThan(0)
    const own = new URL(server.origins.console)
    own.hostname = host
    for (const { subject, text, rich, owner } of mails) {
      expect(owner, subject).toBe(admin.organizationId)
      // The operator answers the cases of all organizations at the server's own address.
      if (subject.startsWith('Case: ')) continue
      const links = `${text} ${rich ?? ''}`.match(/https?:\/\/[^\s"'<>\\]+/g) ?? []
      for (const link of links) expect(new URL(link).host, `${subject}: ${link}`).toBe(own.host)
      if (file !== 'operations/webhooks/pause.ts') expect(links.length, subject).toBeGreaterThan(0)
    }
  })
})

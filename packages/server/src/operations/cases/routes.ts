import { cases } from '@vitrine/contract/api/operations/cases'
import { isLimited, ROLES } from '@vitrine/contract/permissions'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import { consoleOf } from '#accounts/site/queries.ts'
import { feature, type Session } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { answerMail, caseMail } from './mails.ts'
import {
  emailOfAuthor,
  findAuthor,
  getCase,
  insertCase,
  insertReply,
  listCases,
  repliesOf,
  setCaseStatus,
} from './queries.ts'

/** Admins see their organization's cases, users and admins with a scope only their own. */
const onlyOf = ({ role, limits, userId }: Session) =>
  role === ROLES.user || isLimited({ role, limits }) ? userId : undefined

type Needs = Pick<Platform, 'settings' | 'origins' | 'outbox'>

export const casesFeature = feature(cases, ({ settings, origins, outbox }: Needs) => ({
  list: async (context) =>
    listCases(await listingDb(context, 'cases'), context.query, onlyOf(context.session)),
  get: async ({ db, params, session }) => {
    const asked = await getCase(db, params.id, onlyOf(session))
    return { case: { ...asked, replies: await repliesOf(db, asked.id) } }
  },
  create: async ({ tenantDb, session, body, clock, afterCommit }) => {
    const now = clock.now()
    const db = tenantDb(session.organizationId)
    const author = await findAuthor(db, session)
    const id = await insertCase(db, session.organizationId, author, body, isoTime(now))
    const asked = await getCase(db, id)
    if (settings.SUPPORT_EMAIL) {
      // The operator's own address: they answer the cases of all organizations.
      const mail = caseMail(trimSlashes(origins.console), asked, author.email)
      const to = {
        owner: session.organizationId,
        channel: 'mail',
        recipient: settings.SUPPORT_EMAIL,
      } as const
      await queueMessage(db, { ...to, ...mail }, now)
      afterCommit(() => void outbox.wake())
    }
    return { case: asked }
  },
  reply: async ({ db, params, session, body, clock, afterCommit }) => {
    const now = clock.now()
    const asked = await getCase(db, params.id, onlyOf(session))
    const author = await findAuthor(db, session)
    const isSupport = session.role === ROLES.superAdmin
    await insertReply(db, asked, { author: author.name, isSupport, text: body.text }, isoTime(now))
    const recipient = isSupport ? await emailOfAuthor(db, asked.id) : undefined
    if (recipient) {
      const owner = asked.organization.id
      const console = await consoleOf(db, origins, owner)
      const to = { owner, channel: 'mail', recipient } as const
      await queueMessage(db, { ...to, ...answerMail(console, asked, body.text) }, now)
      afterCommit(() => void outbox.wake())
    }
    return { case: await getCase(db, asked.id) }
  },
  setStatus: async ({ db, params, session, body, clock }) => {
    const { id } = await getCase(db, params.id, onlyOf(session))
    await setCaseStatus(db, id, body.status, isoTime(clock.now()))
    return { case: await getCase(db, id) }
  },
}))

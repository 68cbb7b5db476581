import { PASSKEY_ALGORITHMS, passkeys } from '@vitrine/contract/api/accounts/passkeys'
import { accessOf, profileOf, startSession } from '#accounts/auth/queries.ts'
import { confirmPassword } from '#accounts/credentials/api.ts'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { passkeyMail } from '#accounts/credentials/mails.ts'
import { PASSKEY_TIMEOUT, partyOf, passkeyTicket } from '#accounts/credentials/passkey-tickets.ts'
import { handleOf, readNewPasskey, spendChallenge, Transports } from '#accounts/credentials/passkeys.ts'
import { provePasskey } from '#accounts/credentials/prove.ts'
import { rememberAddress } from '#accounts/credentials/queries.ts'
import { endOtherSessions } from '#accounts/sessions/queries.ts'
import { consoleOf, originsAt } from '#accounts/site/queries.ts'
import { type Context, feature, prepare } from '#base/handler.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { insertPasskey, listPasskeys, ownPasskey, passkeyOf } from './queries.ts'

type Needs = Pick<Platform, 'tokens' | 'clock' | 'settings' | 'seal' | 'origins' | 'outbox'> & {
  guard: LoginGuard
}

export const passkeysFeature = feature(passkeys, (services: Needs) => {
  const { seal, guard, origins } = services
  return {
    list: async ({ db, session }) => ({
      passkeys: (await listPasskeys(db, session.userId)).map(passkeyOf),
    }),
    begin: async (context) => {
      const { db, session, body, clock, request } = context
      const party = partyOf(await originsAt(db, origins, request.hostname))
      await confirmPassword(guard, context, session, body.currentPassword)
      const { userId } = session
      const { challenge, ticket } = passkeyTicket(seal, { kind: 'register', party, userId }, clock.now())
      const { email, firstName, lastName } = await profileOf(services, db, session)
      const there = await listPasskeys(db, userId)
      return {
        ticket,
        options: {
          rp: { id: party.id, name: 'Vitrine' },
          user: {
            id: handleOf(userId),
            name: email,
            displayName: `${firstName} ${lastName}`.trim() || email,
          },
          ...{ challenge, timeout: PASSKEY_TIMEOUT, attestation: 'none' as const },
          pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
          excludeCredentials: there.map(({ credentialId: id, transports }) => ({
            ...{ id, type: 'public-key' as const },
            transports: Transports.parse(JSON.parse(transports)),
          })),
          authenticatorSelection: {
            residentKey: 'required' as const,
            userVerification: 'required' as const,
          },
        },
      }
    },
    create: prepare(
      ({ session, body, clock }) => readNewPasskey({ seal, now: clock.now() }, session.userId, body),
      async (context, { made, challenge }) => {
        const { db, session, body, clock } = context
        // Here, where a repeated call has got its answer already.
        await spendChallenge(db, challenge, clock.now())
        const { userId, organizationId } = session
        const before = await profileOf(services, db, session)
        const owned = { userId, organizationId, name: body.name, createdAt: isoTime(clock.now()) }
        const passkey = await insertPasskey(db, { ...made, ...owned })
        // They were logged in without it.
        if (!before.secondFactor) await endOtherSessions(db, session)
        await tellPerson(services, context, { ...before, name: body.name, done: 'added' })
        return { passkey: passkeyOf(passkey), profile: await profileOf(services, db, session) }
      },
    ),
    rename: async ({ db, session, params, body }) => {
      const passkey = await ownPasskey(db, session.userId, params.id)
      await db.updateTable('passkeys').set({ name: body.name }).where('id', '=', passkey.id).execute()
      return { passkey: passkeyOf({ ...passkey, name: body.name }) }
    },
    remove: prepare(
      async (context) => {
        const { db, session, params, body } = context
        // Guesses at what isn't theirs take no time of the password's check.
        await ownPasskey(db, session.userId, params.id)
        await confirmPassword(guard, context, session, body.currentPassword)
      },
      async (context) => {
        const { db, session, params } = context
        const { id, name } = await ownPasskey(db, session.userId, params.id)
        await db.deleteFrom('passkeys').where('id', '=', id).execute()
        const profile = await profileOf(services, db, session)
        if (profile.organization.requiresSecondFactor && !profile.secondFactor)
          throw new AppError('FORBIDDEN', 'Your organization requires a second factor')
        await tellPerson(services, context, { ...profile, name, done: 'removed' })
        return { id, profile }
      },
    ),
    beginLogin: async ({ db, request, clock }) => {
      const now = clock.now()
      const by = addressKey(request.ip)
      const party = partyOf(await originsAt(db, origins, request.hostname))
      guard.passkeys.check(by, now)
      guard.passkeys.hit(by, now)
      const { challenge, ticket } = passkeyTicket(seal, { kind: 'login', party, userId: null }, now)
      const asked = { rpId: party.id, challenge, timeout: PASSKEY_TIMEOUT }
      return { ticket, options: { ...asked, userVerification: 'required' as const } }
    },
    login: prepare(
      (context) => provePasskey({ seal, guard }, context, context.body),
      async ({ db, clock, request }, user) => {
        const now = clock.now()
        await rememberAddress(db, user, addressKey(request.ip), now)
        const userAgent = request.headers['user-agent'] ?? ''
        const { sessionId, refreshToken } = await startSession(
          { db, tokens: services.tokens },
          user,
          { kiosk: false, userAgent, address: request.ip },
          now,
        )
        const profile = await profileOf(services, db, { userId: user.id, sessionId, kiosk: false })
        return { ...(await accessOf(services, sessionId)), refreshToken, profile }
      },
    ),
  }
})

/** A passkey is a way in: its person reads about it, also if someone else added it. */
async function tellPerson(
  { origins, outbox }: Pick<Needs, 'origins' | 'outbox'>,
  { db, clock, afterCommit }: Pick<Context, 'db' | 'clock' | 'afterCommit'>,
  about: {
    email: string
    organizationId: string
    firstName: string
    name: string
    done: 'added' | 'removed'
  },
): Promise<void> {
  const to = { owner: about.organizationId, channel: 'mail', recipient: about.email } as const
  const own = await consoleOf(db, origins, about.organizationId)
  await queueMessage(db, { ...to, ...passkeyMail(own, about) }, clock.now())
  afterCommit(() => void outbox.wake())
}

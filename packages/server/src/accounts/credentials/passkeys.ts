// Passkeys: what logins, the profile, and administrators use of them.

import type { PasskeyProof } from '@vitrine/contract/api/accounts/passkey-proof'
import { PASSKEY_ALGORITHMS } from '@vitrine/contract/api/accounts/passkeys'
import { expressionBuilder, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tables } from '#db/schema.ts'
import type { PasskeysTable } from '#db/tables/accounts.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import { openPasskeyTicket, type Party, passkeyWrong, type Ticket } from './passkey-tickets.ts'
import { spendNonce } from './queries.ts'

/** Loaded when the first passkey is used: most installations have none. */
const webAuthn = () => import('@simplewebauthn/server')

export type PasskeyRow = Selectable<PasskeysTable>

export const Transports = z.array(z.string())

/** When the first passkey of a row of `users` was added, as `passkeyAt`. */
export const oldestPasskey = expressionBuilder<Tables, 'users'>()
  .selectFrom('passkeys')
  .select(({ fn }) => fn.min('passkeys.createdAt').as('createdAt'))
  .whereRef('passkeys.userId', '=', 'users.id')
  .as('passkeyAt')

/** A public key that no one has the other half of: the answer of an unknown passkey is checked as long as that of a known one. */
const DECOY: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> = {
  credentialId: 'AAAA',
  publicKey:
    'pQECAyYgASFYIF78t67Fe7TkNdLnFDrzvxhuPpuZjRehUkr2FWjwxivnIlggVzwKtjUbDK9_EHie1ipl9649kF0XdJ6_Aw-EIlZluhQ',
  counter: 0,
  transports: '[]',
}

interface Using {
  seal: Seal
  log: Log
  /** Not a transaction that a refusal rolls back. */
  db: Db
  now: number
}

/** The passkey that a proof claims to be of. */
export const claimedPasskey = (db: Db, { credential }: PasskeyProof): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credentialId', '=', credential.id).executeTakeFirst()

/**
 * Checks a proof, which counts once, and counts the use. `claimed`: the passkey as stored; undefined for an unknown one.
 * Throws PASSKEY_WRONG.
 */
export async function usePasskey(
  { seal, log, db, now }: Using,
  { ticket, credential }: PasskeyProof,
  claimed: PasskeyRow | undefined,
): Promise<PasskeyRow> {
  const { challenge, party, expiresAt } = openPasskeyTicket(
    seal,
    { kind: 'login', userId: null, ticket },
    now,
  )
  await spendChallenge(db, { challenge, expiresAt }, now)
  const { userHandle, ...response } = credential.response
  const key = claimed ?? DECOY
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...{ id: credential.id, rawId: credential.id, type: 'public-key', clientExtensionResults: {} },
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
    },
    ...expected(challenge, party),
    credential: {
      id: key.credentialId,
      publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')),
      // Compared below, in one step with its update.
      counter: 0,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  const isOwners = userHandle === undefined || (claimed && userHandle === handleOf(claimed.userId))
  if (!verified || !authenticationInfo || !claimed || !isOwners) throw passkeyWrong()
  const { newCounter, credentialBackedUp } = authenticationInfo
  const used = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, synced: credentialBackedUp ? 1 : 0, usedAt: isoTime(now) })
    .where('id', '=', claimed.id)
    .where(({ or, and, eb }) =>
      or([eb('counter', '<', newCounter), and([eb('counter', '=', 0), eb.lit(newCounter === 0)])]),
    )
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) {
    log.warn(
      {
        event: 'passkey.counter-back',
        target: claimed.id,
        actor: claimed.userId,
        org: claimed.organizationId,
      },
      'security',
    )
    throw passkeyWrong()
  }
  return claimed
}

/** What an authenticator is to keep for a person; it has nothing to read in it. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

const expected = (expectedChallenge: string, { id, origin }: Party) => ({
  ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
})

type Challenge = Pick<Ticket, 'challenge' | 'expiresAt'>

/** Throws PASSKEY_WRONG for one that was answered already. */
export async function spendChallenge(
  db: Db,
  { challenge, expiresAt }: Challenge,
  now: number,
): Promise<void> {
  try {
    await spendNonce(db, { id: hashSecret(`passkey ${challenge}`), expiresAt }, now)
  } catch (error) {
    throw error instanceof AppError ? passkeyWrong() : error
  }
}

interface Made {
  ticket: string
  credential: {
    id: string
    response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
  }
}

interface Read {
  made: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced' | 'site'>
  challenge: Challenge
}

/** Checks a new passkey of a person. Throws PASSKEY_WRONG. The caller spends the challenge in the transaction that keeps it. */
export async function readNewPasskey(
  { seal, now }: Pick<Using, 'seal' | 'now'>,
  userId: string,
  { ticket, credential }: Made,
): Promise<Read> {
  const { challenge, party, expiresAt } = openPasskeyTicket(seal, { kind: 'register', userId, ticket }, now)
  const { id, response } = credential
  const { transports = [], ...answer } = response
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    await refuseAttested(answer.attestationObject)
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: answer },
      ...expected(challenge, party),
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    })
    if (!verified || info.credential.id !== id) throw passkeyWrong()
    const made: Read['made'] = {
      credentialId: id,
      publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
      counter: info.credential.counter,
      transports: JSON.stringify(transports),
      synced: info.credentialBackedUp ? 1 : 0,
      site: party.id,
    }
    return { made, challenge: { challenge, expiresAt } }
  } catch {
    throw passkeyWrong()
  }
}

/** Certificates are neither asked for nor of use, and checking them would fetch the addresses in them. */
async function refuseAttested(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const certificates = attestation.get('attStmt').get('x5c')
  if ((format !== 'none' && format !== 'packed') || certificates !== undefined) throw passkeyWrong()
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The sites where a person's passkeys work; null: one where it isn't known. */
export async function sitesOfPasskeys(db: Db, userId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('site')
    .distinct()
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ site }) => site)
}

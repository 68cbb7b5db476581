// The challenge of a passkey, sealed and kept by the browser: strangers who begin a login fill no table. Its use is written down.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Origins } from '#base/platform.ts'
import { AppError } from '#lib/errors.ts'
import { isSealed, type Seal } from '#lib/security/seal.ts'

/** Milliseconds for a person to touch their authenticator. */
export const PASSKEY_TIMEOUT = 5 * 60_000

const CHALLENGE_BYTES = 32

/** Where passkeys work: browsers tie each to the name of its site. */
export interface Party {
  id: string
  origin: string
}

const Ticket = z.object({
  kind: z.enum(['register', 'login']),
  challenge: z.string(),
  /** The site that asked, and no other, gets the answer. */
  party: z.object({ id: z.string(), origin: z.string() }),
  /** Who adds it; null: whom it logs in isn't known yet. */
  userId: z.string().nullable(),
  expiresAt: z.number(),
})
export type Ticket = z.infer<typeof Ticket>

export const passkeyWrong = () =>
  new AppError('PASSKEY_WRONG', "This passkey isn't known here, or the answer came too late")

/** Throws PASSKEYS_UNAVAILABLE where browsers allow none: on an address without a name, and without HTTPS. */
export function partyOf({ console }: Pick<Origins, 'console'>): Party {
  const { protocol, hostname, origin } = new URL(console)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  if (!isSecure || !isNamed)
    throw new AppError('PASSKEYS_UNAVAILABLE', 'Passkeys need a console at an HTTPS address with a name')
  return { id: hostname, origin }
}

export function passkeyTicket(
  seal: Seal,
  { kind, party, userId }: Pick<Ticket, 'kind' | 'party' | 'userId'>,
  now: number,
): { challenge: string; ticket: string } {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const content: Ticket = { kind, challenge, party, userId, expiresAt: now + PASSKEY_TIMEOUT }
  return { challenge, ticket: seal.seal('passkey-ticket', kind, JSON.stringify(content)) }
}

/** Throws PASSKEY_WRONG for one of another kind or person, that this server didn't seal, and for an expired one. */
export function openPasskeyTicket(
  seal: Seal,
  { kind, userId, ticket }: { kind: Ticket['kind']; userId: string | null; ticket: string },
  now: number,
): Ticket {
  const text = isSealed(ticket) ? seal.open('passkey-ticket', kind, ticket) : null
  const content = text === null ? null : Ticket.parse(JSON.parse(text))
  if (!content || content.kind !== kind || content.userId !== userId || content.expiresAt <= now)
    throw passkeyWrong()
  return content
}

// What a login through a provider knows between its calls, sealed and kept by the browser.
import { z } from 'zod'
import { isSealed, type Seal } from '#lib/security/seal.ts'
import { providerRefused } from './open-id.ts'

/** Milliseconds for a person to log in at the provider, and then here. */
const LIFETIME = 15 * 60_000

const common = {
  /** Of the whole login, which works once. */
  id: z.string(),
  organizationId: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
}

/** On the way to the provider. */
const Going = z.object({ ...common, state: z.string(), nonce: z.string(), verifier: z.string() })

/** Back from it, with what it said. */
export const Named = z.object({
  ...common,
  subject: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  groups: z.array(z.string()).nullable(),
  hasFactor: z.boolean(),
  providerSession: z.string().nullable(),
})
export type Named = z.infer<typeof Named>

const KINDS = { going: Going, named: Named } as const
type Kind = keyof typeof KINDS

export const expiryFrom = (now: number): number => now + LIFETIME

export const sealTicket = <K extends Kind>(seal: Seal, kind: K, ticket: z.infer<(typeof KINDS)[K]>): string =>
  seal.seal('login-ticket', kind, JSON.stringify(ticket))

/** Throws PROVIDER_REFUSED for one that this server didn't seal, and for an expired one. */
export function openTicket<K extends Kind>(
  seal: Seal,
  kind: K,
  sealed: string,
  now: number,
): z.infer<(typeof KINDS)[K]> {
  const text = isSealed(sealed) ? seal.open('login-ticket', kind, sealed) : null
  const ticket = text === null ? null : KINDS[kind].parse(JSON.parse(text))
  if (!ticket || ticket.expiresAt <= now) throw providerRefused('This login has expired. Log in again.')
  return ticket as z.infer<(typeof KINDS)[K]>
}

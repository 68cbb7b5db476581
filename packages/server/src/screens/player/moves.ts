import { z } from 'zod'
import { spendNonce } from '#accounts/credentials/queries.ts'
import type { Db } from '#db/schema.ts'
import { notFound } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import { equalHashes, hashSecret, type Tokens } from '#lib/security/tokens.ts'
import { readDeviceToken } from '#screens/pairings/api.ts'

/** A screen uses its ticket within seconds; a slow one may have to load the player first. */
const TICKET_MS = 5 * 60_000

const Ticket = z.object({ token: z.string(), expiresAt: z.number() })

/**
 * A ticket is the screen's token, encrypted with the installation's key: any server with that key and data can open it,
 * so a fleet can also move to another machine.
 */
export const newTicket = (seal: Seal, token: string, now: number): string =>
  seal.seal('move-ticket', '', JSON.stringify({ token, expiresAt: now + TICKET_MS }))

/** Returns a ticket's token, once. Throws NOT_FOUND. */
export async function spendTicket(
  db: Db,
  { seal, tokens }: { seal: Seal; tokens: Tokens },
  ticket: string,
  now: number,
): Promise<string> {
  const { token, expiresAt } = readTicket(seal, ticket)
  const { deviceId, hash } = readDeviceToken(tokens, token)
  const device = await db
    .selectFrom('devices')
    .select('tokenHash')
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device || !equalHashes(hash, device.tokenHash) || now > expiresAt) throw expired()
  await spendNonce(db, { id: hashSecret(`move ${ticket}`), expiresAt }, now).catch(() => {
    throw expired()
  })
  return token
}

function readTicket(seal: Seal, ticket: string): z.infer<typeof Ticket> {
  try {
    // `open` returns unsealed values unchanged.
    const text = ticket.startsWith('sealed:') ? seal.open('move-ticket', '', ticket) : null
    return Ticket.parse(JSON.parse(text ?? ''))
  } catch {
    throw expired()
  }
}

const expired = () => notFound('This ticket has expired')

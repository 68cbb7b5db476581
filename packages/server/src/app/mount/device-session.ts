import { SCREEN_HEADER } from '@vitrine/contract/player/calls'
import type { FastifyRequest } from 'fastify'
import type { Services } from '#app/services.ts'
import type { DeviceSession } from '#base/handler.ts'
import { AppError } from '#lib/errors.ts'
import { equalHashes } from '#lib/security/tokens.ts'
import { readDeviceToken } from '#screens/pairings/api.ts'
import { noteUnknownScreen } from '#screens/unknown-screens/queries.ts'
import { bearer } from './session.ts'

/**
 * Loads the screen behind a request. Only DEVICE_UNPAIRED makes a screen erase its content, so it requires a record of
 * the disconnection. An unknown screen never gets it: an empty or older database must not wipe a fleet.
 */
export async function readDevice(
  { publisher, database, tokens, clock }: Services,
  request: FastifyRequest,
): Promise<DeviceSession> {
  const token = readDeviceToken(tokens, bearer(request) ?? '')
  const { deviceId: id, secret, hash, organizationId } = token
  if (!id || !secret) throw new AppError('SESSION_EXPIRED', 'A device token is required')
  const device = await publisher.device(id)
  if (device && equalHashes(hash, device.tokenHash))
    return { deviceId: id, organizationId: device.organizationId }
  const former = await database
    .selectFrom('former_tokens')
    .select('id')
    .where('id', '=', hash)
    .executeTakeFirst()
  if (!former) {
    const { ip: address, headers } = request
    const { 'user-agent': userAgent = '', [SCREEN_HEADER]: facts = '' } = headers
    const knock = { hash, deviceId: id, organizationId, address, userAgent, facts: String(facts) }
    await noteUnknownScreen(database, knock, clock.now())
  }
  throw former
    ? new AppError('DEVICE_UNPAIRED', 'This screen is no longer connected')
    : new AppError('SESSION_EXPIRED', "This server doesn't know this screen")
}

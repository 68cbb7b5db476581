import type { FastifyRequest } from 'fastify'
import type { DeviceSession, Services } from '#features/handler.ts'
import { AppError } from '#lib/errors.ts'
import { equalHashes, hashSecret } from '#lib/tokens.ts'
import { bearer } from './session.ts'

/**
 * The screen behind a request. Its token is `<device id>.<secret>`. Only one answer, DEVICE_UNPAIRED, makes a screen
 * forget what it plays, so it is given when it is on record that it was disconnected, never because nothing is known of
 * it: an empty or older database must not wipe a fleet.
 */
export async function readDevice(
  { publisher, database }: Services,
  request: FastifyRequest,
): Promise<DeviceSession> {
  const [id = '', secret = ''] = (bearer(request) ?? '').split('.')
  if (!id || !secret) throw new AppError('SESSION_EXPIRED', 'A device token is needed')
  const device = await publisher.device(id)
  const hash = hashSecret(secret)
  if (device && equalHashes(hash, device.tokenHash))
    return { deviceId: id, organizationId: device.organizationId }
  const former = await database
    .selectFrom('former_tokens')
    .select('id')
    .where('id', '=', hash)
    .executeTakeFirst()
  throw former
    ? new AppError('DEVICE_UNPAIRED', 'This screen is not connected any more')
    : new AppError('SESSION_EXPIRED', 'This server knows no such screen')
}

import type { FastifyRequest } from 'fastify'
import type { DeviceSession, Services } from '#features/handler.ts'
import { AppError } from '#lib/errors.ts'
import { equalHashes, hashSecret } from '#lib/tokens.ts'
import { bearer } from './session.ts'

/**
 * The screen behind a request. Its token is `<device id>.<secret>`. Only this answer, DEVICE_UNPAIRED, makes a screen
 * forget what it plays, so it is given when the device is really gone or its hardware was replaced, never otherwise.
 */
export async function readDevice({ publisher }: Services, request: FastifyRequest): Promise<DeviceSession> {
  const unpaired = () => new AppError('DEVICE_UNPAIRED', 'This screen is not connected any more')
  const [id = '', secret = ''] = (bearer(request) ?? '').split('.')
  if (!id || !secret) throw new AppError('SESSION_EXPIRED', 'A device token is needed')
  const device = await publisher.device(id)
  if (!device || !equalHashes(hashSecret(secret), device.tokenHash)) throw unpaired()
  return { deviceId: id, organizationId: device.organizationId }
}

import { devices } from '@vitrine/contract/devices'
import type { Db } from '#db/schema.ts'
import { feature, type Services, type Session } from '#features/handler.ts'
import { findPairing, type Pairing, tooMany } from '#features/player/queries.ts'
import { AppError } from '#lib/errors.ts'
import { RateLimit } from '#lib/rate-limit.ts'
import type { Change } from '#publishing/publisher.ts'
import {
  claimDevice,
  getDevice,
  listDevices,
  removeDevice,
  replaceDevice,
  suggestedName,
  switchStory,
  updateDevice,
} from './queries.ts'

const MINUTE = 60_000
/**
 * Wrong codes, per organization and in total. 20^6 codes and a handful alive at a time: with ten guesses in fifteen
 * minutes an account hits one of five within a day with a chance of 8 in 100,000.
 */
const wrongOfOrganization = new RateLimit(10, 15 * MINUTE)
const wrongInTotal = new RateLimit(200, 15 * MINUTE)

interface Guess extends Pick<Services, 'clock'> {
  db: Db
  session: Session
  body: { code: string }
}

/** The waiting screen behind a code that somebody typed. Wrong ones are counted. */
async function pairingOfCode({ db, session, body, clock }: Guess): Promise<Pairing> {
  const now = clock.now()
  const key = session.organizationId
  if (wrongOfOrganization.isReached(key, now) || wrongInTotal.isReached('', now)) throw tooMany()
  try {
    return await findPairing(db, body.code, now)
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'INVALID_CODE') {
      wrongOfOrganization.hit(key, now)
      wrongInTotal.hit('', now)
    }
    throw error
  }
}

const device = (id: string): Change => ({ kind: 'device', id })
const waiting = ({ id }: Pairing): Change => ({ kind: 'pairing', id })

export const devicesFeature = feature(devices, {
  list: (context) => listDevices(context.db, context.query, context.publisher.seen()),
  get: async (context) => ({
    device: await getDevice(context.db, context.params.id, context.publisher.seen()),
  }),
  findPairing: async (context) => {
    const { sign, screen, ip, seenAt } = await pairingOfCode(context)
    const name = await suggestedName(context.db, context.session.organizationId)
    return { sign, screen, ip, seenAt, suggestedName: name }
  },
  claim: async (context) => {
    const { within, organizationFor, body, clock, changed } = context
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const pairing = await pairingOfCode(context)
    const id = await claimDevice(db, organizationId, pairing, body, clock.now())
    changed(device(id), waiting(pairing))
    return { device: await getDevice(db, id, context.publisher.seen()) }
  },
  replace: async (context) => {
    const { db, within, params, clock, changed } = context
    const { id, organizationId } = await getDevice(db, params.id, context.publisher.seen())
    const pairing = await pairingOfCode(context)
    await replaceDevice(within(organizationId), id, pairing, clock.now())
    changed(device(id), waiting(pairing))
    return { device: await getDevice(db, id, context.publisher.seen()) }
  },
  switchStory: async (context) => {
    const { db, within, params, body, clock, changed } = context
    const { id, organizationId } = await getDevice(db, params.deviceId, context.publisher.seen())
    await switchStory(within(organizationId), id, body.storyboardId, clock.now())
    changed(device(id))
    return { device: await getDevice(db, id, context.publisher.seen()) }
  },
  update: async (context) => {
    const { db, within, params, body, clock, changed } = context
    const { id, organizationId } = await getDevice(db, params.id, context.publisher.seen())
    await updateDevice(within(organizationId), id, body, clock.now())
    changed(device(id))
    return { device: await getDevice(db, id, context.publisher.seen()) }
  },
  remove: async (context) => {
    const { db, params, changed } = context
    const { id } = await getDevice(db, params.id, context.publisher.seen())
    await removeDevice(db, id)
    changed(device(id))
    return { id }
  },
})

import { machines } from '@vitrine/contract/api/screens/machines'
import { chromiumAllowlist } from '@vitrine/contract/sites/allowed-sites'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Settings } from '#lib/env.ts'
import { notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'
import { keepLog, registerMachine, sitesOfMachine } from './queries.ts'

const MINUTE = 60_000
/** Wrong keys per address, which never keep a machine with the right one from its answer. */
const wrongKeysOn = perServer((_settings: Settings) => new RateLimit(300, MINUTE))

export const machinesFeature = feature(machines, ({ settings }: Pick<Platform, 'settings'>) => ({
  register: async ({ db, device, body, clock }) => {
    await registerMachine(db, device, body.key, clock.now())
    return {}
  },
  sendLog: async ({ db, device: { deviceId }, body, clock }) => {
    if (!(await keepLog(db, deviceId, body.text, clock.now())))
      throw notFound("This screen's machine has no key")
    return {}
  },
  policy: async ({ db, request, clock }) => {
    const wrongKeys = wrongKeysOn(settings)
    const now = clock.now()
    const address = addressKey(request.ip)
    const [, key] = /^Bearer ([0-9a-f]{64})$/i.exec(request.headers.authorization ?? '') ?? []
    const sites = key === undefined ? undefined : await sitesOfMachine(db, key)
    if (!sites) {
      wrongKeys.check(address, now)
      wrongKeys.hit(address, now)
      throw notFound('Unknown machine')
    }
    return { allowlist: chromiumAllowlist(sites) }
  },
}))

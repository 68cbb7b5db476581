import type { FileSource } from '@vitrine/contract/api/screens/neighbors'
import { neighbors } from '@vitrine/contract/api/screens/neighbors'
import { feature } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { notFound } from '#lib/errors.ts'
import type { Publisher } from '#playback/publisher.ts'
import { isReachable } from '#screens/devices/queries.ts'
import { claimDownload, publishHolder } from './between-servers.ts'
import { askNeighbors, mustBeNeighbor, sharedFilesOf, shares, siteOf } from './queries.ts'

/** Milliseconds between two requests of a waiting screen, for up to a number of screens on this process. */
const AGAIN_MS = 2000
const AGAIN_FOR = 500

const FETCH: FileSource = { act: 'fetch' }

interface Needs {
  database: Db
  publisher: Publisher
}

export const neighborsFeature = feature(neighbors, ({ database, publisher }: Needs) => ({
  find: async ({ db, device, params, body, request, clock }) => {
    const now = clock.now()
    const { deviceId, organizationId } = device
    const { sha256 } = params
    const site = siteOf(request)
    if (site === null || !(await shares(db, deviceId))) return { source: FETCH }
    const files = sharedFilesOf(publisher)
    const key = `${organizationId} ${site} ${sha256}`
    const hold = (id: string) => files.hold(key, id, clock.now())
    if (body.holds) {
      hold(deviceId)
      await publishHolder(database, key, { deviceId, now })
      return { source: FETCH }
    }
    await files.looked(key, now, () =>
      askNeighbors(db, { publisher, clock }, { site, sha256, asker: device }, hold),
    )
    const { streams } = publisher
    const asking = { id: deviceId, ...body }
    const when = { now: clock.now(), again: AGAIN_MS * Math.max(1, Math.ceil(streams.size / AGAIN_FOR)) }
    const gone = new Set(body.avoid)
    for (;;) {
      const source = files.next(key, asking, when)
      if (source.act === 'take') {
        if (await isReachable(db, source.from, { streams, now: clock.now() })) return { source }
        files.lose(key, source.from)
        gone.add(source.from)
        continue
      }
      const until = source.act === 'fetch' ? files.turnOf(key, deviceId) : undefined
      if (until === undefined) return { source }
      const other = await claimDownload(database, key, { deviceId, now: when.now, until, gone })
      if (!other) return { source }
      files.endTurn(key, deviceId)
      if (!other.holds) return { source: { act: 'wait', again: when.again } }
      hold(other.deviceId)
    }
  },
  signal: async ({ db, device, body, request }) => {
    const { to, ...signal } = body
    if (to === device.deviceId || !(await shares(db, device.deviceId))) throw notFound('Screen not found')
    await mustBeNeighbor(db, siteOf(request), to)
    return publisher.commands.send(to, { kind: 'neighbor', from: device.deviceId, ...signal })
  },
}))

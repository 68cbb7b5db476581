import { deviceConfigurations } from '@vitrine/contract/api/screens/device-configurations'
import { feature } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import type { Change } from '#publishing/publisher.ts'
import {
  createConfiguration,
  deleteConfiguration,
  getConfiguration,
  listConfigurations,
  updateConfiguration,
} from './queries.ts'

const told = (screens: readonly string[]): Change[] => screens.map((id) => ({ kind: 'device', id }))

export const deviceConfigurationsFeature = feature(deviceConfigurations, {
  list: ({ db, query }) => listConfigurations(db, query),
  get: async ({ db, params }) => ({ configuration: await getConfiguration(db, params.id) }),
  create: async ({ within, organizationFor, body, clock, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const { id, screens } = await createConfiguration(db, organizationId, body, isoTime(clock.now()))
    changed(...told(screens))
    return { configuration: await getConfiguration(db, id) }
  },
  update: async ({ db, within, params, body, clock, changed }) => {
    const configuration = await getConfiguration(db, params.id)
    const own = within(configuration.organizationId)
    changed(...told(await updateConfiguration(own, configuration, body, isoTime(clock.now()))))
    return { configuration: await getConfiguration(own, configuration.id) }
  },
  remove: async ({ db, params, changed }) => {
    const { id } = await getConfiguration(db, params.id)
    changed(...told(await deleteConfiguration(db, id)))
    return { id }
  },
})

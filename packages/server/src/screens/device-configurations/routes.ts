import type { Impact } from '@vitrine/contract/api/base/impact'
import { deviceConfigurations } from '@vitrine/contract/api/screens/device-configurations'
import type { Change } from '#base/change.ts'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { impactOnAll } from '#screens/impact/api.ts'
import {
  createConfiguration,
  deleteConfiguration,
  getConfiguration,
  listConfigurations,
  updateConfiguration,
} from './queries.ts'

const changesOf = (screens: readonly string[]): Change[] => screens.map((id) => ({ kind: 'device', id }))

export const deviceConfigurationsFeature = feature(deviceConfigurations, {
  list: async (context) =>
    listConfigurations(await listingDb(context, 'device_configurations'), context.query),
  get: async ({ db, params }) => ({ configuration: await getConfiguration(db, params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const { id, screens } = await createConfiguration(db, organizationId, body, isoTime(clock.now()))
    await refuseMoreRows(db, 'device_configurations', organizationId)
    changed(...changesOf(screens))
    return { configuration: await getConfiguration(db, id) }
  },
  update: async (context) => {
    const { params, query, body, clock, changed } = context
    let impact: Impact | undefined
    const configuration = await updateVersioned(
      context,
      (db) => getConfiguration(db, params.id),
      async (db, before) => {
        const screens = await updateConfiguration(db, before, body, isoTime(clock.now()))
        changed(...changesOf(screens))
        if (query.dryRun) impact = await impactOnAll(db, screens)
      },
    )
    return { configuration, impact }
  },
  remove: async ({ db, params, changed }) => {
    const { id } = await getConfiguration(db, params.id)
    changed(...changesOf(await deleteConfiguration(db, id)))
    return { id }
  },
})

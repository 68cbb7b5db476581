import { access } from '@vitrine/contract/api/accounts/access'
import { getRole } from '#accounts/roles/queries.ts'
import { onlySelf } from '#accounts/users/queries.ts'
import { feature } from '#base/handler.ts'
import { notFound } from '#lib/errors.ts'
import { accessOf, actorOfRows, getKeyHolder, getPerson, whoMayChange } from './queries.ts'

export const accessFeature = feature(access, {
  person: async ({ reader, tenantReader, params, session }) => {
    const only = onlySelf(session)
    if (only && only !== params.id) throw notFound('User not found')
    const person = await getPerson(reader, params.id)
    return { access: await accessOf(tenantReader(person.organizationId), person) }
  },
  key: async ({ reader, tenantReader, params, clock }) => {
    const key = await getKeyHolder(reader, params.id, clock.now())
    return { access: await accessOf(tenantReader(key.organizationId), key) }
  },
  role: async ({ reader, tenantReader, params }) => {
    const role = await getRole(reader, params.id)
    const { id, name, rows } = role
    const holder = { id, name, customRole: { id, name }, rows, actor: actorOfRows(rows) }
    return { access: await accessOf(tenantReader(role.organizationId), holder) }
  },
  device: async ({ reader, tenantReader, params, clock }) => {
    const row = await reader
      .selectFrom('devices')
      .select('organizationId')
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!row) throw notFound('Screen not found')
    return { access: await whoMayChange(tenantReader(row.organizationId), params.id, clock.now()) }
  },
})

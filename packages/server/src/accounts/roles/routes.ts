import { type CustomRole, roles } from '@vitrine/contract/api/accounts/roles'
import { rule } from '@vitrine/contract/rules'
import { refuseUnknownRole } from '#accounts/rights/queries.ts'
import { type Context, feature } from '#base/handler.ts'
import { lockRow } from '#db/database.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid } from '#lib/errors.ts'
import { leadElsewhere, leadsTo } from './provider-groups.ts'
import {
  deleteRole,
  getRole,
  insertRole,
  listRoles,
  peopleOf,
  peopleToReplace,
  refuseRoleDeletion,
  updateRole,
} from './queries.ts'

export const rolesFeature = feature(roles, {
  list: async ({ organizationFor, tenantDb, query }) => ({
    roles: await listRoles(tenantDb(await organizationFor(query.organizationId))),
  }),
  get: async ({ db, params }) => {
    const role = await getRole(db, params.id)
    return { role, names: await peopleOf(db, role.id) }
  },
  create: async ({ organizationFor, tenantDb, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    return { role: await getRole(db, await insertRole(db, organizationId, body, isoTime(clock.now()))) }
  },
  update: async (context) => {
    const { params, body, clock } = context
    const role = await updateVersioned(
      context,
      (db) => getRole(db, params.id),
      (db, before) => updateRole(db, before, body, isoTime(clock.now())),
    )
    return { role }
  },
  remove: async (context) => {
    const { db, tenantDb, params, body } = context
    const { organizationId } = await getRole(db, params.id)
    const own = tenantDb(organizationId)
    // No one gets the role, or the replacement loses its row, while it is replaced.
    await lockRow(own, 'organizations', organizationId)
    const role = await getRole(own, params.id)
    if (body?.replacementId === role.id) throw invalid({ replacementId: rule('unknown') })
    await refuseUnknownRole(own, body?.replacementId, 'replacementId')
    if (body?.replacementId === undefined) await refuseRoleDeletion(own, role)
    else await replace({ ...context, db: own }, role, body.replacementId)
    await deleteRole(own, role.id)
    return { id: role.id }
  },
})

/** Gives people and groups another role. Each person has an entry in the audit log, as has the provider. */
async function replace(
  { db, clock, audited }: Pick<Context, 'db' | 'clock' | 'audited'>,
  role: CustomRole,
  replacement: string,
): Promise<void> {
  const people = await peopleToReplace(db, role)
  const now = isoTime(clock.now())
  for (const id of people)
    await audited({ kind: 'user', verb: 'change', id }, async () => {
      await db
        .updateTable('users')
        .set((row) => ({ roleId: replacement, version: row('version', '+', 1), updatedAt: now }))
        .where('id', '=', id)
        .execute()
    })
  if (!(await leadsTo(db, role))) return
  const { organizationId } = role
  await audited({ kind: 'identity-provider', verb: 'change', id: organizationId }, () =>
    leadElsewhere(db, role, { replacement, now }),
  )
}

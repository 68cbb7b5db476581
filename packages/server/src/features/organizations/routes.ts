import { organizations } from '@vitrine/contract/organizations'
import { ROLES } from '@vitrine/contract/permissions'
import { feature, prepare } from '#features/handler.ts'
import { insertUser } from '#features/users/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { hashPassword } from '#lib/passwords.ts'
import {
  deleteOrganization,
  getOrganization,
  insertOrganization,
  listOrganizations,
  renameOrganization,
} from './queries.ts'

export const organizationsFeature = feature(organizations, {
  list: ({ db, query }) => listOrganizations(db, query),
  get: async ({ db, params }) => ({ organization: await getOrganization(db, params.id) }),
  create: prepare(
    ({ body }) => hashPassword(body.password),
    async ({ db, body, clock }, passwordHash) => {
      const now = isoTime(clock.now())
      const organizationId = await insertOrganization(db, body.name, false, now)
      const admin = {
        organizationId,
        email: body.email,
        firstName: body.adminFirstName,
        lastName: body.adminLastName,
        role: ROLES.admin,
        permissions: [],
        passwordHash,
      }
      await insertUser(db, admin, now)
      return { organization: await getOrganization(db, organizationId) }
    },
  ),
  update: async ({ db, params, body, clock, changed }) => {
    const { id } = await getOrganization(db, params.id)
    await renameOrganization(db, id, body.name, isoTime(clock.now()))
    changed({ kind: 'organization', id })
    return { organization: await getOrganization(db, id) }
  },
  remove: async ({ db, params }) => {
    const organization = await getOrganization(db, params.id)
    await deleteOrganization(db, organization)
    return { id: organization.id }
  },
})

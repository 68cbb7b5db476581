import { type Organization, organizations } from '@vitrine/contract/api/accounts/organizations'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { insertUser } from '#accounts/users/queries.ts'
import { feature, hashCaller, prepare } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Origins, Platform } from '#base/platform.ts'
import { storageLimit } from '#base/storage/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid } from '#lib/errors.ts'
import { hashPassword } from '#lib/security/passwords.ts'
import {
  deleteOrganization,
  getOrganization,
  insertOrganization,
  listOrganizations,
  organizationWith,
  type StoredOrganization,
  totalsOf,
  updateOrganization,
} from './queries.ts'

const shown = (
  { storageMb, storageUsed, exportedBytes, ...organization }: StoredOrganization,
  settings: Settings,
): Organization => ({
  ...organization,
  storage: {
    used: storageUsed,
    ownMb: storageMb,
    limitMb: storageLimit({ storageMb }, settings),
    exports: exportedBytes,
  },
})

/** The server's own addresses belong to everyone. Throws INVALID. */
function refuseOwnHost(origins: Origins, host: string): void {
  if (Object.values(origins).some((origin) => new URL(origin).hostname === host))
    throw invalid({ host: rule('not_exist') })
}

export const organizationsFeature = feature(
  organizations,
  ({ settings, origins }: Pick<Platform, 'settings' | 'origins'>) => ({
    list: async (context) => {
      const { reader, query } = context
      const db = await listingDb(context, 'organizations')
      const { organizations, total } = await listOrganizations(db, reader, query)
      return { organizations: organizations.map((each) => shown(each, settings)), total }
    },
    get: async ({ reader, params }) => ({
      organization: shown(await getOrganization(reader, params.id), settings),
    }),
    create: prepare(
      (context) => hashPassword(context.body.password, hashCaller(context)),
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
        return { organization: shown(await getOrganization(db, organizationId), settings) }
      },
    ),
    update: prepare(
      ({ reader, params }) => totalsOf(reader, [params]),
      async (context, totals) => {
        const { params, body, session, clock, changed } = context
        const { storageMb, host, ...own } = body
        const sent = session.role === ROLES.superAdmin ? body : own
        if (sent === body && host) refuseOwnHost(origins, host)
        const organization = await updateVersioned(
          context,
          organizationWith(totals, params.id),
          (db, { id }) => updateOrganization(db, id, sent, isoTime(clock.now())),
        )
        changed({ kind: 'organization', id: organization.id })
        return { organization: shown(organization, settings) }
      },
    ),
    remove: async ({ db, params }) => {
      const organization = await getOrganization(db, params.id)
      await deleteOrganization(db, organization)
      return { id: organization.id }
    },
  }),
)

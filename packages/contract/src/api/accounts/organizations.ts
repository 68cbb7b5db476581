import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { email, newPassword, requiredText, wholeNumber } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { Brand, ConsoleHost } from './brand.ts'
import { Region } from './region.ts'

/** Screens report plays up to 60 days late: stored plays must outlast that to detect duplicates. */
const PLAY_DAYS_MIN = 61
const PLAY_DAYS_MAX = 4000
/** A petabyte. */
const STORAGE_MB_MAX = 2 ** 30

export const Organization = z.object({
  id: Id,
  name: z.string(),
  admin: z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  /** The super admin's own organization, made at installation. */
  isHome: z.boolean(),
  brand: Brand,
  /** The console and emails show the brand, and screens at `host` before they are connected. */
  branded: z.boolean(),
  /** Host name of its console. */
  host: z.string().nullable(),
  /** Locale of its screens, unless their configuration overrides it. */
  region: Region,
  /**
   * `ownMb`: the limit set for this organization; `limitMb`: the limit in force. null means limited only by the disk.
   * `exports`: bytes of exported archives, which don't count.
   */
  storage: z.object({
    used: z.int(),
    ownMb: z.int().nullable(),
    limitMb: z.int().nullable(),
    exports: z.int(),
  }),
  /** Days to keep individual plays; totals are kept longer. Null: the installation's default. */
  playDays: z.int().nullable(),
  /** People log in with a second factor; API keys, kiosks, and screens without. */
  requiresSecondFactor: z.boolean(),
  usersCount: z.int(),
  devicesCount: z.int(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Organization = z.infer<typeof Organization>

/** Creates the organization and its first admin in one transaction. */
export const OrganizationCreate = z.object({
  name: requiredText(),
  adminFirstName: requiredText(),
  adminLastName: requiredText(),
  email: email(),
  password: newPassword(),
})
/** Absent fields stay unchanged. Only super admins change `storageMb` and `host`. */
export const OrganizationUpdate = z.object({
  name: requiredText(),
  brand: Brand.optional(),
  branded: z.boolean().optional(),
  host: ConsoleHost.optional(),
  region: Region.optional(),
  /** Null: the installation's default. */
  storageMb: wholeNumber(1, STORAGE_MB_MAX).nullable().optional(),
  playDays: wholeNumber(PLAY_DAYS_MIN, PLAY_DAYS_MAX).nullable().optional(),
  requiresSecondFactor: z.boolean().optional(),
  version: Version,
})
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>

const Answer = z.object({ organization: Organization })

export const organizations = {
  list: route({
    method: 'GET',
    path: '/organizations',
    summary: 'List organizations',
    who: { read: 'organizations' },
    query: ListQuery,
    response: z.object({ organizations: z.array(Organization), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/organizations/:id',
    summary: 'Get an organization',
    who: { read: 'organizations' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/organizations/create',
    aliases: ['/organizations'],
    summary: 'Create an organization with its first admin',
    event: 'organization.created',
    who: { write: 'organizations' },
    keys: false,
    body: OrganizationCreate,
    response: Answer,
    status: 201,
    budget: 'passwords',
  }),
  update: route({
    method: 'PUT',
    path: '/organizations/:id',
    summary: 'Update the name, colors, and logo of an organization',
    event: 'organization.changed',
    who: { write: 'own-organization' },
    params: IdParams,
    body: OrganizationUpdate,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/organizations/:id',
    summary: 'Delete an organization that has no content',
    who: { write: 'organizations' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['ORGANIZATION_IN_USE', 'HOME_ORGANIZATION'],
  }),
}

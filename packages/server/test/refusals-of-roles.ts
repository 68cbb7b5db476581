import { provided } from './provided.ts'
import type { Admin, InUse, Refusal } from './refusals.ts'
import { levels, personWith } from './roles.ts'

const PROVIDER = {
  ...{ issuer: 'https://login.example.org', clientId: 'vitrine', defaultRole: '2' as const },
  ...{ createsAccounts: true, trustsEmail: false, factor: 'never' as const },
  ...{ required: false, breakGlassId: null },
}

/** A custom role, which the provider leads to. */
async function providedRole(admin: Admin, settings: (roleId: string) => object): Promise<InUse> {
  const body = { name: 'Reviewer', rows: [{ levels: levels({ storyboards: 'read' }) }] }
  const { id } = (await admin.api.roles.create({ body })).role
  const params = { id: await provided(admin, admin.organizationId) }
  await admin.api.identityProvider.update({ params, body: { ...PROVIDER, ...settings(id) } })
  const { name } = (await admin.api.auth.profile()).profile.organization
  return { id, uses: [`organization ${name}`] }
}

export const ROLES: Record<string, Refusal> = {
  'role of a person': {
    route: 'roles.remove',
    errKey: 'ROLE_IN_USE',
    make: async (admin) => {
      const { roleId } = await personWith(admin, { media: 'write' })
      return { id: roleId, uses: ['user Uma User'] }
    },
  },
  'role of a provider': {
    route: 'roles.remove',
    errKey: 'ROLE_IN_USE',
    make: (admin) => providedRole(admin, (defaultRoleId) => ({ defaultRoleId })),
  },
  'role of a group of a provider': {
    route: 'roles.remove',
    errKey: 'ROLE_IN_USE',
    make: (admin) =>
      providedRole(admin, (roleId) => ({
        ...{ groupsClaim: 'groups', groups: [{ group: 'Staff', role: '2', roleId }] },
      })),
  },
}

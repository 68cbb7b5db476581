import { Role, type User, type UserCreate } from '@vitrine/contract/api/accounts/users'
import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { type Actor, isLimited, PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { oldestPasskey } from '#accounts/credentials/passkeys.ts'
import { actorOf, refuseUnknownRole, scopeColumn, scopeOf } from '#accounts/rights/queries.ts'
import type { Session } from '#base/handler.ts'
import { listRows } from '#base/list.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { UsersTable } from '#db/tables/accounts.ts'
import { flag } from '#db/tables/column.ts'
import { AppError, forbidden, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

interface Row extends Selectable<UsersTable> {
  organizationName: string
  secondFactorAt: string | null
  passkeyAt: string | null
  roleName: string | null
  roleRows: string | null
}

/** `users` with the name of their organization, their custom role, and since when they have a second factor. */
export const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .leftJoin('second_factors', 'second_factors.id', 'users.id')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .selectAll('users')
    .select(['organizations.name as organizationName', 'second_factors.confirmedAt as secondFactorAt'])
    .select(['custom_roles.name as roleName', 'custom_roles.rows as roleRows'])
    .select(oldestPasskey)

/** Of the form: what only a custom role gives isn't one. */
const permissionsOf = ({ permissions }: Actor) => PERMISSIONS.filter((each) => permissions.includes(each))

export const userOf = (row: Row): User & { organization: { id: string; name: string } } => ({
  id: row.id,
  email: row.email,
  role: Role.parse(row.role),
  firstName: row.firstName,
  lastName: row.lastName,
  organizationId: row.organizationId,
  organization: { id: row.organizationId, name: row.organizationName },
  permissions: permissionsOf(actorOf(row)),
  reads: actorOf(row).reads,
  customRole: row.roleId === null ? null : { id: row.roleId, name: row.roleName ?? '' },
  scope: scopeOf(row.scope),
  mobile: row.mobile,
  emailVerified: row.emailVerified === 1,
  mobileVerified: row.mobileVerified === 1,
  secondFactor: row.secondFactorAt !== null || row.passkeyAt !== null,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** `only`: limits the list to the one account that a regular user may see. */
export async function listUsers(
  db: Db,
  query: ListQuery,
  only: string | undefined,
): Promise<{ users: User[]; total?: number }> {
  const select = selectUsers(db).$if(only !== undefined, (users) => users.where('users.id', '=', only ?? ''))
  const { rows, total } = await listRows(db, select, 'users', query, {
    search: ['emailKey', 'nameKey', 'organizations.nameKey'],
    sort: {
      email: 'emailKey',
      name: 'nameOrder',
      organization: 'organizations.nameOrder',
      firstName: 'firstName',
      lastName: 'lastName',
      role: 'role',
      createdAt: 'createdAt',
    },
  })
  return { users: rows.map((row) => userOf(row as Row)), total }
}

export async function getUser(db: Db, id: string): Promise<User> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User not found')
  return userOf(row)
}

export interface NewUser extends Omit<z.infer<typeof UserCreate>, 'password' | 'organizationId' | 'invite'> {
  organizationId: string
  passwordHash: string
}

export async function insertUser(db: Db, input: NewUser, now: string, id = newId()): Promise<string> {
  await db
    .insertInto('users')
    .values({
      id,
      organizationId: input.organizationId,
      ...userColumns(input),
      ...(await roleColumn(db, input)),
      scope: input.role === ROLES.superAdmin ? null : await scopeColumn(db, input.scope ?? null),
      passwordHash: input.passwordHash,
      mobile: '',
      emailVerified: flag(false),
      mobileVerified: flag(false),
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** Columns from the user form; permissions only apply to regular users. */
export const userColumns = (
  input: Pick<NewUser, 'email' | 'firstName' | 'lastName' | 'role' | 'permissions'>,
) => ({
  email: input.email,
  emailKey: searchKey(input.email),
  nameKey: searchKey(`${input.firstName} ${input.lastName}`),
  firstName: input.firstName,
  lastName: input.lastName,
  role: input.role,
  permissions: JSON.stringify(input.role === ROLES.user ? [...new Set(input.permissions)] : []),
})

/** Only regular users have a custom role. An absent one stays. Throws INVALID for one of elsewhere. */
export async function roleColumn(
  db: Db,
  { role, roleId }: Pick<NewUser, 'role' | 'roleId'>,
): Promise<{ roleId?: string | null }> {
  if (role !== ROLES.user) return { roleId: null }
  await refuseUnknownRole(db, roleId)
  return roleId === undefined ? {} : { roleId }
}

/** Refuses to delete the installation's last super admin or an organization's last admin. */
export async function refuseLastOfRole(db: Db, user: User): Promise<void> {
  if (user.role === ROLES.user) return
  await lockRow(db, 'organizations', user.organizationId)
  const others = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', user.role)
    .where('id', '!=', user.id)
    .$if(user.role === ROLES.admin, (query) => query.where('organizationId', '=', user.organizationId))
    .executeTakeFirst()
  if (!others)
    throw new AppError(
      'LAST_OF_ROLE',
      'This is the last account with this role. Give the role to someone else first.',
    )
}

/** Refuses to delete or demote the account that gets in with a password while the provider is required. */
export async function refuseBreakGlass(db: Db, userId: string): Promise<void> {
  const row = await db
    .selectFrom('identity_providers')
    .select('id')
    .where('breakGlassId', '=', userId)
    .where('required', '=', 1)
    .executeTakeFirst()
  if (row)
    throw new AppError(
      'BREAK_GLASS',
      "This is the account that can log in with a password when your provider doesn't work. Choose another one first.",
    )
}

/** A regular user, and an admin with a scope, reads only their own account. */
export const onlySelf = (session: Session): string | undefined =>
  session.role === ROLES.user || isLimited(session) ? session.userId : undefined

/** Only super admins change accounts of super admins. */
export function refuseAboveOwnRole(session: Pick<Session, 'role'>, role: string): void {
  if (session.role !== ROLES.superAdmin && role === ROLES.superAdmin) throw forbidden()
}

/** Throws what deleting the account would throw. */
export async function refuseUserDeletion(db: Db, user: User, session: Session): Promise<void> {
  refuseAboveOwnRole(session, user.role)
  await refuseBreakGlass(db, user.id)
  if (user.id === session.userId) throw new AppError('OWN_ACCOUNT', "You can't delete your own account")
  await refuseLastOfRole(db, user)
}

/** Whether super admins may be users of the organization. */
export async function isHomeOrganization(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('organizations').select('isHome').where('id', '=', id).executeTakeFirst()
  return row?.isHome === 1
}

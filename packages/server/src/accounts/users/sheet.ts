// People of a CSV file. They choose a password with *Forgot Password*.
import { UserCreate } from '@vitrine/contract/api/accounts/users'
import { PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { problem, type SheetLine, wordsIn } from '#base/sheet.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { DECOY } from '#lib/security/passwords.ts'
import { insertUser } from './queries.ts'

const ROLE_NAMES: Readonly<Record<string, string>> = { '': ROLES.user, user: ROLES.user, admin: ROLES.admin }
const Input = UserCreate.omit({ password: true, invite: true, organizationId: true })

/** Saves rows as accounts. `db` is bound to the organization. */
export function usersOfSheet(db: Db, organizationId: string, now: number) {
  const seen = new Set<string>()

  return async ({ values }: SheetLine<'users'>): Promise<void> => {
    const { 'First name': firstName, 'Last name': lastName, Email: email, Role: role, Permissions } = values
    const roleId = Object.hasOwn(ROLE_NAMES, role.toLowerCase()) ? ROLE_NAMES[role.toLowerCase()] : undefined
    if (roleId === undefined) throw problem(`${role} is no role. Use user or admin.`)
    const permissions = wordsIn(Permissions.toLowerCase())
    const unknown = permissions.find((each) => !(PERMISSIONS as readonly string[]).includes(each))
    if (unknown) throw problem(`${unknown} is no permission. Use ${PERMISSIONS.join(', ')}.`)
    const input = Input.parse({ firstName, lastName, email, role: roleId, permissions })
    const key = searchKey(input.email)
    if (seen.has(key)) throw problem(`${input.email} is there twice.`)
    seen.add(key)
    await insertUser(db, { ...input, organizationId, passwordHash: DECOY }, isoTime(now))
  }
}

import { ROLES, type Role } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import type { Session } from '#base/handler.ts'
import { forbidden, invalid } from '#lib/errors.ts'

/** Users can't assign a role above their own, and super admins belong to the home organization only. */
export function refuseRole(session: Session, role: Role, isHome: boolean): void {
  if (session.role !== ROLES.superAdmin && role === ROLES.superAdmin) throw forbidden()
  if (role === ROLES.superAdmin && !isHome) throw invalid({ role: rule('invalid') })
}

/**
 * Admins help regular users; only super admins turn off the second factor of admins, whose account is worth more than the
 * one that asks. Your own takes your password, under Profile.
 */
export function refuseFactorReset(session: Session, user: { id: string; role: Role }): void {
  const isAbove = session.role !== ROLES.superAdmin && user.role !== ROLES.user
  if (isAbove || user.id === session.userId) throw forbidden()
}

import { type Access, can } from '@vitrine/contract/permissions'
import { useSession } from '#lib/session/session.ts'

/** Whether the current user has a permission; the server uses the same function. */
export function useCan(level: 'read' | 'write', area: Access): boolean {
  return useSession(({ profile }) => profile !== null && can(profile, level, area))
}

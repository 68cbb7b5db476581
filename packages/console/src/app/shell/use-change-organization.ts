import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ViewedOrganization, viewAs } from '#lib/session/view-as.ts'
import { isAnythingUnsaved } from '#lib/unsaved.ts'
import { askToLeave } from './leave-question.tsx'

/**
 * Switches to one organization, or back to all of them. Asks first if that would lose something, because input for
 * one organization must never be saved in another.
 */
export function useChangeOrganization(): (organization: ViewedOrganization | null) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (organization) => {
    const go = () => {
      viewAs(organization)
      // The current record may not exist in the other organization.
      void navigate({ to: '/app/dashboard', ignoreBlocker: true })
      void client.resetQueries()
    }
    if (isAnythingUnsaved()) askToLeave({ go })
    else go()
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ViewedOrganization, viewAs } from '#lib/session/view-as.ts'
import { isAnythingUnsaved } from '#lib/unsaved.ts'
import { askToLeave } from './leave-question.tsx'

/**
 * Looks at one organization, or at all of them again. Asks first where that would lose something, because what is typed
 * for one organization must never be saved in another.
 */
export function useChangeOrganization(): (organization: ViewedOrganization | null) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (organization) => {
    const go = () => {
      viewAs(organization)
      // What is on screen is of another organization now: a record may not even be in it.
      void navigate({ to: '/app/dashboard', ignoreBlocker: true })
      void client.resetQueries()
    }
    if (isAnythingUnsaved()) askToLeave({ go })
    else go()
  }
}

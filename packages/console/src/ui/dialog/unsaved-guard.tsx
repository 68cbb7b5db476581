import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { session } from '#lib/session/session.ts'
import { holdUnsaved } from '#lib/unsaved.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'

const LeaveDialog = lateDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/** Asks before navigation discards unsaved changes. `when` is evaluated at that moment. */
export function UnsavedGuard({ when }: { when: () => boolean }) {
  const latest = useRef(when)
  useEffect(() => {
    latest.current = when
  })
  useEffect(() => holdUnsaved(() => latest.current()), [])
  const isLeaving = () => when() && session.get().token !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isElsewhere(current, next) && isLeaving(),
    enableBeforeUnload: isLeaving,
    withResolver: true,
  })
  return <LeaveDialog opened={status === 'blocked'} onLeave={() => proceed?.()} onStay={() => reset?.()} />
}

interface Place {
  pathname: string
  search: object
}

const tabOf = ({ search }: Place): unknown => 'tab' in search && search.tab
/** Another screen, or another tab of this one; a list's search parameters don't count. */
const isElsewhere = (here: Place, there: Place) =>
  here.pathname !== there.pathname || tabOf(here) !== tabOf(there)

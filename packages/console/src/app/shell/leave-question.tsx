import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { lateDialog } from '#ui/late/late-dialog.tsx'

const LeaveDialog = lateDialog(async () => (await import('#ui/dialog/leave-dialog.tsx')).LeaveDialog)

interface Question {
  /** Replaces the default texts about leaving a form. */
  title?: string
  text?: string
  leave?: string
  go: () => void
}

const asked = createStore<{ question?: Question }>(() => ({}))

/** Asks before discarding unsaved work; `go` runs if the user agrees. */
export const askToLeave = (question: Question): void => asked.setState({ question })

/** The dialog of `askToLeave`. */
export function LeaveQuestion() {
  const { question } = useStore(asked)
  const stop = () => asked.setState({ question: undefined })
  return (
    <LeaveDialog
      {...question}
      opened={question !== undefined}
      onLeave={() => {
        stop()
        question?.go()
      }}
      onStay={stop}
    />
  )
}

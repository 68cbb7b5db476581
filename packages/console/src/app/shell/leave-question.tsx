import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { lateDialog } from '#ui/late/late-dialog.tsx'

const LeaveDialog = lateDialog(async () => (await import('#ui/dialog/leave-dialog.tsx')).LeaveDialog)

interface Question {
  /** Other words than those for leaving a form. */
  title?: string
  text?: string
  leave?: string
  go: () => void
}

const asked = createStore<{ question?: Question }>(() => ({}))

/** Goes once it was answered that what would be lost may be. */
export const askToLeave = (question: Question): void => asked.setState({ question })

/** The question of `askToLeave`. */
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

import { createTheme, MantineThemeProvider, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useToastRoom } from '#ui/toast/toast-room.ts'

/** Dialogs have inputs of the usual size, also where the form that opens them is a narrow one. */
const USUAL = createTheme({
  components: Object.fromEntries(
    ['TextInput', 'Textarea', 'NumberInput', 'Select', 'SegmentedControl'].map((name) => [
      name,
      { defaultProps: { size: 'sm' } },
    ]),
  ),
})

interface FieldDialogProps {
  opened: boolean
  title: string
  size?: number
  closeOnEscape?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog that a control opens. Its content is remounted each time. */
export function FieldDialog({ size = 620, children, ...modal }: FieldDialogProps) {
  // Some are mounted open, and unmounted instead of closed.
  useToastRoom(modal.opened)
  return (
    <Modal {...modal} size={size}>
      <MantineThemeProvider theme={USUAL} inherit>
        {children}
      </MantineThemeProvider>
    </Modal>
  )
}

import { createTheme, MantineThemeProvider, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useToastRoom } from '#ui/toast/toast-room.ts'

/** Resets dialogs to normal input sizes, even when opened from a compact form. */
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

/** A control's dialog. Its content remounts on each opening. */
export function FieldDialog({ size = 620, children, ...modal }: FieldDialogProps) {
  // Also covers dialogs that mount open and unmount instead of closing.
  useToastRoom(modal.opened)
  return (
    <Modal {...modal} size={size}>
      <MantineThemeProvider theme={USUAL} inherit>
        {children}
      </MantineThemeProvider>
    </Modal>
  )
}

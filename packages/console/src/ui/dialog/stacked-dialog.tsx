import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface StackedDialogProps {
  opened: boolean
  title: string
  /** The width, in pixels; on phones it fills the screen. */
  size: number
  onClose: () => void
  children: ReactNode
}

/** A dialog above its caller, which may also be a dialog: to choose something for a field. */
export function StackedDialog({ children, ...props }: StackedDialogProps) {
  const phone = useMediaQuery('(width < 768px)')
  return (
    <Modal {...props} fullScreen={phone} zIndex={300}>
      {children}
    </Modal>
  )
}

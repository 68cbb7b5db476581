import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** A drawer where a dialog of four fields would not do. */
  drawer?: boolean
  children: ReactNode
}

/** A form over a list. A click beside it does not close it: what was typed is worth more. */
export function FormDialog({ opened, onClose, title, drawer, children }: FormDialogProps) {
  const shared = { opened, onClose, title, closeOnClickOutside: false }
  if (drawer)
    return (
      <Drawer {...shared} size={480}>
        {children}
      </Drawer>
    )
  return (
    <Modal {...shared} size={480}>
      {children}
    </Modal>
  )
}

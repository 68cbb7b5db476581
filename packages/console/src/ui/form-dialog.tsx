import { Button, Drawer, Modal } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './form-dialog.module.css'
import { Waiting } from './lazy-part.tsx'

interface DialogOfForm {
  /** Set by the form inside: whether closing would lose something. */
  unsaved: { current: () => boolean }
  /** Closes, or asks first. */
  close: () => void
}

const Context = createContext<DialogOfForm | null>(null)
/** The dialog that a form stands in, if it stands in one. */
export const useDialogOfForm = () => use(Context)

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** A drawer where a dialog of four fields would not do. */
  drawer?: boolean
  children: ReactNode
}

/** A form over a list. It closes by Escape and its buttons, and asks first when something would be lost. */
export function FormDialog({ opened, onClose, title, drawer, children }: FormDialogProps) {
  const unsaved = useRef(() => false)
  const [asking, setAsking] = useState(false)
  const dialog = useMemo(
    () => ({ unsaved, close: () => (unsaved.current() ? setAsking(true) : onClose()) }),
    [onClose],
  )
  const leave = () => {
    setAsking(false)
    onClose()
  }
  const shared = { opened, onClose: dialog.close, title, closeOnClickOutside: false }
  const content = (
    <Context value={dialog}>
      <Waiting>{children}</Waiting>
      {asking && <Question onStay={() => setAsking(false)} onLeave={leave} />}
    </Context>
  )
  return drawer ? (
    <Drawer {...shared} size={480}>
      {content}
    </Drawer>
  ) : (
    <Modal {...shared} size={480}>
      {content}
    </Modal>
  )
}

/** In place, because a dialog over a dialog loses people. */
function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.question} role="alertdialog" aria-label={t('form.unsavedTitle')}>
      <div>
        <strong>{t('form.unsavedTitle')}</strong>
        <p>{t('form.unsavedText')}</p>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onLeave}>
          {t('form.leave')}
        </Button>
        <Button onClick={onStay} ref={(button) => button?.focus()}>
          {t('form.stay')}
        </Button>
      </div>
    </div>
  )
}

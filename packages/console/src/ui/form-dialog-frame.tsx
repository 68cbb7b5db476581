import { Button, Drawer, Modal } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogOfFormContext } from './dialog-of-form.ts'
import styles from './form-dialog.module.css'
import type { FormDialogProps } from './form-dialog.tsx'
import { Waiting } from './lazy-part.tsx'

/** The dialog or drawer of a form, with the question that it asks. */
export function FormDialogFrame({ opened, onClose, title, drawer, children }: FormDialogProps) {
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
    <DialogOfFormContext value={dialog}>
      <Waiting>{children}</Waiting>
      {asking && <Question onStay={() => setAsking(false)} onLeave={leave} />}
    </DialogOfFormContext>
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

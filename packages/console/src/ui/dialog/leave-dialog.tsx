import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './leave-dialog.module.css'

interface LeaveDialogProps {
  opened: boolean
  /** Replaces the default texts about leaving a form. */
  title?: string
  text?: string
  leave?: string
  onLeave: () => void
  onStay: () => void
}

/** Warns that unsaved changes would be lost. A native dialog, which is part of every screen and works offline. */
export function LeaveDialog({ opened, title, text, leave, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!opened) return dialog.current?.close()
    dialog.current?.showModal()
    stay.current?.focus()
  }, [opened])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key for it
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
      onClick={(event) => event.target === event.currentTarget && onStay()}
    >
      <div className={styles.body}>
        <h2 id={id} className={styles.title}>
          {title ?? t('form.unsavedTitle')}
        </h2>
        <p>{text ?? t('form.unsavedText')}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onLeave}>
            {leave ?? t('form.leave')}
          </Button>
          <Button ref={stay} onClick={onStay}>
            {t('form.stay')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

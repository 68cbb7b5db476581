import { Button, Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Waiting } from '#ui/late/lazy-part.tsx'
import { HistoryLink } from '#ui/page/page.tsx'
import { DialogOfFormContext } from './dialog-of-form.ts'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Uses a drawer for longer forms. */
  drawer?: boolean
  /** The id of the thing that the form edits, for its history. */
  history?: string | undefined
  /** For a form with a drawing. */
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog. Escape and its buttons close it; asks first if input would be lost. */
export function FormDialog({
  opened,
  onClose,
  title,
  drawer,
  history,
  wide = false,
  children,
}: FormDialogProps) {
  const unsaved = useRef(() => false)
  const [asking, setAsking] = useState(false)
  useFocusBack(opened)
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
      <Waiting>
        {history && <HistoryLink thing={history} />}
        {children}
        <BeginInForm />
      </Waiting>
      {asking && <Question onStay={() => setAsking(false)} onLeave={leave} />}
    </DialogOfFormContext>
  )
  return drawer ? (
    <Drawer {...shared} size={480}>
      {content}
    </Drawer>
  ) : (
    <Modal {...shared} size={wide ? 880 : 480}>
      {content}
    </Modal>
  )
}

/** Returns the focus from a dialog that is removed while open. The component library returns it from those that close. */
function useFocusBack(opened: boolean) {
  const [before] = useState(() => (opened ? document.activeElement : null))
  useLayoutEffect(
    () => () => {
      const isInside = document.activeElement?.closest('[role="dialog"]')
      if (isInside && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** File inputs are hidden behind a button, and can't be focused. */
const FIELD =
  '[data-autofocus], input:not(:disabled, [type="file"]), textarea:not(:disabled), select:not(:disabled)'

/** Focuses the first field, even if the form or its data loads after its dialog has focused its own button. */
function BeginInForm() {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = here.current?.parentElement
    if (!form) return
    const begin = () => {
      if (form.contains(document.activeElement)) return true
      const first = form.querySelector<HTMLElement>(FIELD)
      // A dialog that opens now finds this attribute; an open one has already looked, so focus directly.
      first?.setAttribute('data-autofocus', 'true')
      if (form.closest('[role="dialog"]')?.contains(document.activeElement))
        first?.focus({ preventScroll: true })
      return first !== null
    }
    if (begin()) return
    const arrival = new MutationObserver(() => begin() && arrival.disconnect())
    arrival.observe(form, { childList: true, subtree: true })
    // Then the focus is where the user has put it.
    const events = new AbortController()
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, () => arrival.disconnect(), { signal: events.signal, capture: true })
    return () => {
      arrival.disconnect()
      events.abort()
    }
  }, [])
  return <span ref={here} hidden />
}

/** Replaces the form in place, because stacked dialogs confuse users. */
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

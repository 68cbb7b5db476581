import { can } from '@vitrine/contract/permissions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Dropped, readTransfer } from '#lib/dropped-files.ts'
import { playOn } from '#lib/play-on.ts'
import { session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import styles from './drop-anywhere.module.css'

/** Whatever is dropped or pasted anywhere outside other drop zones and forms is offered to be shown. */
export function DropAnywhere() {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const refuse = () => notify({ kind: 'negative', message: t(refusal()) })
    const offer = ({ files, text, isCut }: Dropped, isPasted: boolean) => {
      if (files.length === 0 && (text === '' || (isPasted && !isAddress(text)))) return
      if (!mayShow()) refuse()
      else playOn({ dropped: { files, text, isCut } })
    }
    const events = new AbortController()
    const { signal } = events
    const drag = (event: DragEvent) => {
      const isOther = event.defaultPrevented || !brings(event.dataTransfer)
      setOver(!isOther && !isBusy())
      // Otherwise the browser opens the file in place of the console.
      if (!isOther) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !brings(event.dataTransfer) || !event.dataTransfer) return
      event.preventDefault()
      // Who may not show anything sees why, also in dialogs and in the designer.
      if (!isBusy() || !mayShow())
        void readTransfer(event.dataTransfer).then((dropped) => offer(dropped, false))
    }
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      if (event.defaultPrevented || isTyping || isBusy() || !event.clipboardData) return
      void readTransfer(event.clipboardData).then((dropped) => offer(dropped, true))
    }
    window.addEventListener('dragover', drag, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    })
    return () => events.abort()
  }, [t])
  if (!over) return null
  const isRefused = !mayShow()
  return (
    <div className={styles.hint} role="status" data-refused={isRefused || undefined}>
      {t(isRefused ? refusal() : 'drop.hint')}
    </div>
  )
}

/** A kiosk's session has one permission, which no administrator extends. */
const refusal = () => (session.get().profile?.kiosk ? 'drop.kiosk' : 'drop.viewOnly')

const TYPING = 'input, textarea, select, [contenteditable]'
const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

/** Files or links, from outside or from another page: not what is dragged within the console. */
const brings = (data: DataTransfer | null): boolean =>
  data !== null && (data.types.includes('Files') || data.types.includes('text/uri-list'))

/** Dialogs and the designer have their own places for files. */
const isBusy = () => document.querySelector('[role="dialog"], [data-bare]') !== null

/** The files are uploaded, and screens are switched. */
function mayShow(): boolean {
  const { profile } = session.get()
  return (
    profile !== null &&
    profile !== undefined &&
    can(profile, 'write', 'media') &&
    can(profile, 'write', 'devices')
  )
}

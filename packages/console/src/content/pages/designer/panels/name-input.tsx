import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/toasts.ts'
import styles from './panels.module.css'

interface NameInputProps {
  name: string
  most: number
  isTaken: (wanted: string) => boolean
  takenText: string
  onName: (wanted: string) => void
  onDone: () => void
}

/** A name that is changed in its row. Enter and blur keep it, Escape doesn't. */
export function NameInput({ name, most, isTaken, takenText, onName, onDone }: NameInputProps) {
  const { t } = useTranslation()
  const errorId = useId()
  const [taken, setTaken] = useState(false)
  const finish = (wanted: string) => {
    onName(wanted)
    onDone()
  }
  return (
    <span className={styles.naming}>
      <input
        className={styles.nameInput}
        aria-label={t('designer.commands.rename')}
        aria-invalid={taken}
        aria-describedby={taken ? errorId : undefined}
        defaultValue={name}
        maxLength={most}
        dir="auto"
        ref={(element) => {
          element?.select()
        }}
        onChange={(event) => setTaken(isTaken(event.currentTarget.value))}
        onBlur={({ currentTarget: { value } }) => {
          // The focus has left the field, so an inline error would go unnoticed.
          if (isTaken(value)) notify({ kind: 'warning', message: takenText })
          finish(value)
        }}
        onKeyDown={(event) => {
          const { currentTarget: box } = event
          if (event.key === 'Enter' && !taken) finish(box.value)
          if (event.key === 'Escape') {
            box.value = name
            finish(name)
          }
          event.stopPropagation()
        }}
      />
      {taken && (
        <span id={errorId} className={styles.nameError} role="alert">
          {takenText}
        </span>
      )}
    </span>
  )
}

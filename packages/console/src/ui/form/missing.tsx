import { fieldLabel } from '@vitrine/contract/rules'
import type { MouseEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import styles from './entity-form.module.css'
import { useFormContextOfPage } from './form-context.ts'

export interface MissingField {
  name: string
  label: string
}

/** Fields that make the form invalid, by its schema; empty if it is valid. */
export function useMissing(): MissingField[] {
  const { schema, labels } = useFormContextOfPage()
  const known = useStore(labels)
  const values = useWatch()
  const result = schema.safeParse(values)
  if (result.success) return []
  const names = new Map<string, string>()
  for (const { path } of result.error.issues) {
    const name = nearestKnown(path.join('.'), known)
    names.set(name, known[name] ?? fieldLabel(name))
  }
  return [...names].map(([name, label]) => ({ name, label }))
}

function nearestKnown(path: string, known: Readonly<Record<string, string>>): string {
  for (let name = path; name; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0)))
    if (known[name] !== undefined) return name
  return path
}

/** The link focuses its field, so it must not take the focus itself. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** "2 fields left: Name, Location", with links to the fields. */
export function Missing({ fields }: { fields: readonly MissingField[] }) {
  const { t } = useTranslation()
  const { setFocus } = useFormContext()
  if (!fields.length) return <span className={styles.missing} />
  return (
    <p className={styles.missing}>
      {t('form.missing', { count: fields.length })}{' '}
      {fields.map(({ name, label }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <button
            type="button"
            className={styles.link}
            onMouseDown={keepFocus}
            onClick={() => setFocus(name)}
          >
            {label}
          </button>
        </span>
      ))}
    </p>
  )
}

import type { Field, Fields } from '@vitrine/contract/fields/field'
import { type FieldErrors, isVisible, type Values } from '@vitrine/contract/fields/values'
import { createElement, memo, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuleText } from '#ui/form/rule-text.ts'
import type { FieldsHost } from './control.ts'
import { controlOf } from './controls.ts'
import { errorsBelow } from './field-errors.ts'
import { useFieldTexts } from './field-texts.ts'
import styles from './fields.module.css'

interface FieldsFormProps {
  fields: Fields
  values: Values
  onChange: (name: string, value: unknown) => void
  /** Errors by path; shown on blur, or immediately with `showErrors`. */
  errors: FieldErrors
  showErrors?: boolean
  host: FieldsHost
  /** Limits the form to these fields. */
  only?: (name: string) => boolean
  /** Shown at the end of a field's label. */
  beside?: (name: string, field: Field, label: string) => ReactNode
}

/** A form for any description of fields: widgets, packages, cards. Its only state is which fields were blurred. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, values, onChange, errors, showErrors, host, only, beside } = props
  const words = useFieldTexts()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const names = Object.keys(fields).filter(
    (name) => (only?.(name) ?? true) && isVisible(fields, name, values),
  )
  return (
    <div className={styles.form}>
      {names.map((name) => {
        const field = fields[name]
        if (!field) return null
        const shown = showErrors === true || left.has(name)
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus left, is nothing to act on
          <div
            key={name}
            data-field={name}
            data-type={field.type}
            style={beside && AROUND}
            onBlur={() => setLeft((before) => (before.has(name) ? before : new Set([...before, name])))}
          >
            <FieldRow
              name={name}
              field={field}
              value={values[name]}
              values={controlOf(field.type).readsSiblings ? values : NO_VALUES}
              errors={shown ? errorsBelow(errors, name) : NO_ERRORS}
              host={host}
              onChange={onChange}
            />
            {beside?.(name, field, words(field.label))}
          </div>
        )
      })}
    </div>
  )
}

/** Of what is beside its label. */
const AROUND = { position: 'relative' } as const

const NO_VALUES: Values = {}
const NO_ERRORS: FieldErrors = {}

interface FieldRowProps {
  name: string
  field: Field
  value: unknown
  values: Values
  errors: FieldErrors
  host: FieldsHost
  onChange: (name: string, value: unknown) => void
}

/** A field's label, control, help and first error, memoized: typing in one field must not re-render the others. */
const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { name, field, value, values, errors, host, onChange } = props
  const id = useId()
  const words = useFieldTexts()
  const toText = useRuleText()
  const label = words(field.label)
  const message = errors[''] === undefined ? undefined : toText(errors[''], label)
  const helpId = field.help ? `${id}-help` : undefined
  const errorId = message ? `${id}-error` : undefined
  const control: ReactNode = createElement(controlOf(field.type).component, {
    id,
    label,
    field: field as never,
    value: value as never,
    onChange: (next: unknown) => onChange(name, next),
    describedBy: [helpId, errorId].filter(Boolean).join(' ') || undefined,
    invalid: message !== undefined,
    errors,
    values,
    host,
  })
  return (
    <div className={styles.row}>
      <FieldLabel id={id} field={field} label={label} />
      {control}
      {field.help && (
        <p id={helpId} className={styles.help}>
          {words(field.help)}
        </p>
      )}
      {message && (
        <p id={errorId} className={styles.error} role="alert">
          {message}
        </p>
      )}
    </div>
  )
})

function FieldLabel({ id, field, label }: { id: string; field: Field; label: string }) {
  const { t } = useTranslation()
  const { namedBy } = controlOf(field.type)
  if (namedBy === 'itself') return null
  const sign = field.required && (
    <span className={styles.required}>
      <span aria-hidden="true">*</span>
      <span className="visually-hidden">{t('form.required')}</span>
    </span>
  )
  if (namedBy === 'title')
    return (
      <span id={`${id}-label`} className={styles.label}>
        {label} {sign}
      </span>
    )
  return (
    <label htmlFor={id} className={styles.label}>
      {label} {sign}
    </label>
  )
}

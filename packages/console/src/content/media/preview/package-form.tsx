import { Button, TextInput } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/content/media'
import type { PackageParts } from '@vitrine/contract/api/content/packages'
import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues, type FieldErrors, mediaIn, type Values } from '@vitrine/contract/fields/values'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useContentFieldsHost } from '#content/media/content-fields-host.tsx'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { ApiError } from '#lib/server/transport.ts'
import { notify } from '#lib/toasts.ts'
import { useMediaItems } from '#queries/media.ts'
import { ConflictBox } from '#ui/dialog/conflict-box.tsx'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { currentPath, useKept } from '#ui/form/use-kept.ts'
import styles from './preview.module.css'

interface PackageFormProps {
  media: Media
  fields: Fields
  parts: PackageParts
  values: Values
  changed: boolean
  onChange: (values: Values) => void
  onSave: (input: { name: string; model: Values; version?: number }) => Promise<void>
  onCancel: () => void
  onReload: () => void
}

/** Packages can't trigger actions on pages. */
const NO_ACTIONS: FieldsHost['actions'] = { storyboards: [], layouts: [], zones: () => [], devices: [] }
const MODEL = 'model.'
/** The stored form input. */
const Kept = z.object({ name: z.string(), values: z.record(z.string(), z.unknown()) })

/** A package's own form, with its name on top. */
export function PackageForm(props: PackageFormProps) {
  const { media, fields, parts, values, changed, onChange, onCancel, onReload } = props
  const { t } = useTranslation()
  const [name, setName] = useState(media.name)
  const form = useRef<HTMLFormElement>(null)
  const content = useContentFieldsHost(useMediaItems(mediaIn(fields, values)))
  const host = useMemo(() => ({ ...content.host, actions: NO_ACTIONS }), [content.host])
  const { submit, tried, refused, setRefused, conflict, saving } = usePackageSaving(props, name, form)
  const errors = { ...refused, ...checkValues(fields, values) }
  const isDirty = changed || name !== media.name
  useKept({ key: currentPath, values: () => (isDirty ? { name, values } : undefined) }, (kept) => {
    const typed = Kept.parse(kept)
    setName(typed.name)
    onChange(typed.values)
    notify({ kind: 'info', title: t('unsaved.title'), message: t('form.restored') })
  })

  return (
    <form
      ref={form}
      className={styles.packageForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(media.version)
      }}
    >
      <NameField value={name} onChange={setName} />
      {sectionsOf(fields, parts).map(({ title, names }) => (
        <fieldset key={title ?? ''} className={styles.part}>
          {title && <legend dir="auto">{title}</legend>}
          <FieldsForm
            fields={fields}
            values={values}
            errors={errors}
            showErrors={tried}
            host={host}
            only={(field) => names.has(field)}
            onChange={(field, value) => {
              setRefused({})
              onChange({ ...values, [field]: value })
            }}
          />
        </fieldset>
      ))}
      {conflict && <ConflictBox error={conflict} onReload={onReload} onKeep={() => void submit()} />}
      <div className={styles.formBar}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('form.save')}
        </Button>
      </div>
      <UnsavedGuard when={() => isDirty} />
      {content.dialogs}
    </form>
  )
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('media.name')}
      withAsterisk
      maxLength={255}
      dir="auto"
      value={value}
      error={value.trim() === '' ? t('validation.required', { field: t('media.name') }) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Validates and saves; keeps the server's field errors. */
function usePackageSaving(props: PackageFormProps, name: string, form: RefObject<HTMLFormElement | null>) {
  const { fields, values, onSave } = props
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<ApiError>()
  const [saving, setSaving] = useState(false)
  const submit = async (version?: number) => {
    setTried(true)
    setConflict(undefined)
    if (name.trim() === '' || Object.keys(checkValues(fields, values)).length > 0) {
      // The messages render in the next frame.
      requestAnimationFrame(() => focusWrong(form.current))
      return
    }
    setSaving(true)
    try {
      await onSave({ name, model: values, version })
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (error.errKey === 'CONFLICT') setConflict(error)
      setRefused(fieldErrors(error))
    } finally {
      setSaving(false)
    }
  }
  return { submit, tried, refused, setRefused, conflict, saving }
}

/** The server's validation errors, by field. */
const fieldErrors = ({ errors }: ApiError): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(MODEL) ? [[path.slice(MODEL.length), message]] : [],
    ),
  )

/** The package's form sections, each field once; fields without a section come last. */
function sectionsOf(fields: Fields, parts: PackageParts): { title?: string; names: ReadonlySet<string> }[] {
  const left = new Set(Object.keys(fields))
  const named = parts
    .map((part) => ({ title: part.name, names: new Set(part.fields.filter((name) => left.delete(name))) }))
    .filter(({ names }) => names.size > 0)
  return left.size > 0 ? [...named, { names: left }] : named
}

function focusWrong(form: HTMLFormElement | null): void {
  const alert = form?.querySelector('[role=alert], [aria-invalid=true]')
  const field = alert?.closest('[data-field]') ?? alert?.parentElement
  field?.querySelector<HTMLElement>('input, textarea, button')?.focus()
}

import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { withoutSecrets } from '#lib/unsaved.ts'
import { ConflictBox } from '#ui/dialog/conflict-box.tsx'
import { useDialogOfForm } from '#ui/dialog/dialog-of-form.ts'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import styles from './entity-form.module.css'
import { FormContextProvider } from './form-context.ts'
import { Missing, useMissing } from './missing.tsx'
import { usePress } from './press.ts'
import { ReadOnly } from './read-only.tsx'
import type { EntityFormState } from './use-entity-form.ts'
import { currentPath, useKept } from './use-kept.ts'

interface EntityFormProps<Input extends FieldValues, Output> {
  state: EntityFormState<Input, Output>
  /**
   * Saves and, if that leaves the page, navigates with `useNavigateAfterSave`. Field errors of a thrown `ApiError`
   * are shown below their inputs.
   */
  onSubmit: (values: Output) => Promise<unknown>
  /** Absent in a `FormDialog`, which has its own way to close. */
  onCancel?: () => void
  submitLabel?: string
  /** A second save button, such as "Save without approving". */
  also?: { label: string; onSubmit: (values: Output) => Promise<unknown> } | undefined
  /**
   * Loads the stored version after a conflict; the alternative is to overwrite it. Required for forms whose values
   * have a `version`.
   */
  onReload?: () => unknown
  /** Disable if leaving loses nothing. */
  guard?: boolean
  /** View-only access: shows disabled fields and the reason. */
  readOnly?: boolean
  children: ReactNode
}

/** A form with its missing fields, cancel, and save. Enter saves; the first invalid field gets the focus. */
export function EntityForm<Input extends FieldValues, Output>(props: EntityFormProps<Input, Output>) {
  const { state, onSubmit, also, onReload, children, guard = true, readOnly = false } = props
  const { form, context } = state
  const [conflict, setConflict] = useState<ApiError>()

  const submitWith = (save: typeof onSubmit) =>
    form.handleSubmit(async (values) => {
      setConflict(undefined)
      try {
        await save(values)
        // Make the saved values the baseline, in case the form stays open.
        form.reset(form.getValues())
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.errKey === 'CONFLICT') setConflict(error)
        const [first] = Object.entries(error.errors).map(([name, message]) => {
          form.setError(name as FieldPath<Input>, { type: 'server', message })
          return name
        })
        if (first) form.setFocus(first as FieldPath<Input>)
      }
    })

  const submit = submitWith(onSubmit)

  /** Saves again without a version, which skips the conflict check. */
  const keepMine = () => {
    form.setValue('version' as FieldPath<Input>, undefined as never)
    void submit()
  }

  const reload = async () => {
    await onReload?.()
    setConflict(undefined)
  }

  return (
    <FormProvider {...form}>
      <FormContextProvider value={context}>
        <form
          className={styles.form}
          noValidate
          {...usePress()}
          onSubmit={(event) => {
            // React bubbles submit events out of dialogs: don't submit the form behind.
            event.stopPropagation()
            if (readOnly) return event.preventDefault()
            void submit(event)
          }}
        >
          {guard && !readOnly && <Restored />}
          {readOnly ? <ReadOnly>{children}</ReadOnly> : children}
          {conflict && <ConflictBox error={conflict} onReload={onReload && reload} onKeep={keepMine} />}
          {!readOnly && <SubmitBar {...props} onAlso={also && submitWith(also.onSubmit)} />}
          {guard && !readOnly && <Guard />}
        </form>
      </FormContextProvider>
    </FormProvider>
  )
}

function SubmitBar<Input extends FieldValues, Output>(
  props: EntityFormProps<Input, Output> & { onAlso?: () => Promise<void> },
) {
  const dialog = useDialogOfForm()
  const { onCancel = dialog?.close, submitLabel, also, onAlso } = props
  const { t } = useTranslation()
  const { isSubmitting, isDirty, isSubmitted } = useFormState()
  const missing = useMissing()
  return (
    <div className={styles.bar}>
      {/* Don't list missing fields in an untouched form. */}
      <Missing fields={isDirty || isSubmitted ? missing : []} />
      <div className={styles.buttons}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        {also && (
          <Button
            variant="default"
            onClick={() => void onAlso?.()}
            disabled={missing.length > 0 || isSubmitting}
          >
            {also.label}
          </Button>
        )}
        <Button type="submit" disabled={missing.length > 0} loading={isSubmitting}>
          {submitLabel ?? t('form.save')}
        </Button>
      </div>
    </div>
  )
}

/** Says that input from before a logout or an update was restored, and can discard it. */
function Restored() {
  const { t } = useTranslation()
  const { formState, getValues, reset } = useFormContext()
  const { defaultValues = {}, isDirty } = formState
  const [restored, setRestored] = useState(false)
  // On a record's page, restore input for any stored version: saving detects a conflict. Elsewhere, the values
  // identify the record.
  const { id } = useParams({ strict: false })
  const about = () => (id === undefined ? defaultValues : Object.keys(defaultValues))
  useKept(
    {
      key: () => `${currentPath()} ${JSON.stringify(about(), withoutSecrets)}`,
      values: () => (isDirty ? getValues() : undefined),
    },
    (kept) => {
      reset({ ...getValues(), ...kept }, { keepDefaultValues: true })
      setRestored(true)
    },
  )
  if (!restored || !isDirty) return null
  return (
    <p className={styles.restored} role="status">
      {t('form.restored')}
      <Button variant="subtle" size="compact-sm" onClick={() => reset()}>
        {t('form.dropRestored')}
      </Button>
    </p>
  )
}

/** Stays active during a save, which may fail. Navigation after a save skips it, see `useNavigateAfterSave`. */
function Guard() {
  const { isDirty } = useFormState()
  const dialog = useDialogOfForm()
  const unsaved = () => isDirty
  useEffect(() => {
    if (!dialog) return
    dialog.unsaved.current = unsaved
    return () => {
      dialog.unsaved.current = () => false
    }
  })
  return <UnsavedGuard when={unsaved} />
}

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
   * Saves, and leaves by `useNavigateAfterSave` where a page is left by it; field errors of the `ApiError` that it throws go under
   * their inputs.
   */
  onSubmit: (values: Output) => Promise<unknown>
  /** Absent in a `FormDialog`, whose closing it is. */
  onCancel?: () => void
  submitLabel?: string
  /** A second way to save what passes, e.g. "Save and approve". */
  also?: { label: string; onSubmit: (values: Output) => Promise<unknown> }
  /**
   * Loads the stored version after someone else's save; the other choice is to keep this one. Every form
   * whose values have a `version` says it.
   */
  onReload?: () => unknown
  /** Off where nothing is lost by leaving. */
  guard?: boolean
  /** For view-only access: shows the fields, and why they are disabled. */
  readOnly?: boolean
  children: ReactNode
}

/** Fields, missing values, cancel, and save. Enter saves; the first invalid field gets the focus. */
export function EntityForm<Input extends FieldValues, Output>(props: EntityFormProps<Input, Output>) {
  const { state, onSubmit, also, onReload, children, guard = true, readOnly = false } = props
  const { form, context } = state
  const [conflict, setConflict] = useState<ApiError>()

  const submitWith = (save: typeof onSubmit) =>
    form.handleSubmit(async (values) => {
      setConflict(undefined)
      try {
        await save(values)
        // A form that stays open restarts from the saved values.
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

  /** Saves again without the version that is compared. */
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
            // A form in a dialog must not also send the one behind it.
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
      {/* An untouched form has nothing to complain about. */}
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

/** Restored input from before a session ended or the console was updated; it can be discarded. */
function Restored() {
  const { t } = useTranslation()
  const { formState, getValues, reset } = useFormContext()
  const { defaultValues = {}, isDirty } = formState
  const [restored, setRestored] = useState(false)
  // On a record's own page, the stored version may have changed by then: saving detects the conflict. Elsewhere the
  // version distinguishes one record's form from another's.
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

/** Also active during a save, which may fail. Navigation after a save is not guarded, see `useNavigateAfterSave`. */
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

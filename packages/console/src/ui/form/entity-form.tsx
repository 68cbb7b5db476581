import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/transport.ts'
import { useDialogOfForm } from '#ui/form-dialog.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import styles from './entity-form.module.css'
import { FormContextProvider } from './form-context.ts'
import { keepFocus, Missing, useMissing } from './missing.tsx'
import type { EntityFormState } from './use-entity-form.ts'

interface EntityFormProps<Input extends FieldValues, Output> {
  state: EntityFormState<Input, Output>
  /** Saves; field errors of the `ApiError` that it throws go under their inputs. */
  onSubmit: (values: Output) => Promise<unknown>
  /** Absent in a `FormDialog`, whose closing it is. */
  onCancel?: () => void
  submitLabel?: string
  /** A second way to save what passes, e.g. "Save and approve". */
  also?: { label: string; onSubmit: (values: Output) => Promise<unknown> }
  /** Takes the stored version when somebody else has saved meanwhile; the other choice is to keep one's own. */
  onReload?: () => void
  /** Off where nothing is lost by leaving. */
  guard?: boolean
  children: ReactNode
}

/** Fields, what is missing, cancel and save. Enter saves; the first wrong field gets the focus. */
export function EntityForm<Input extends FieldValues, Output>(props: EntityFormProps<Input, Output>) {
  const { state, onSubmit, also, onReload, children, guard = true } = props
  const { form, context } = state
  const saved = useRef(false)
  const [conflict, setConflict] = useState(false)

  const submitWith = (save: typeof onSubmit) =>
    form.handleSubmit(async (values) => {
      // Set before, because saving usually leaves the page.
      saved.current = true
      setConflict(false)
      try {
        await save(values)
        // A form that stays on screen starts anew from what was saved.
        form.reset(form.getValues())
        saved.current = false
      } catch (error) {
        saved.current = false
        if (!(error instanceof ApiError)) throw error
        if (error.errKey === 'CONFLICT' && onReload) setConflict(true)
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

  return (
    <FormProvider {...form}>
      <FormContextProvider value={context}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            // A form in a dialog must not also send the one behind it.
            event.stopPropagation()
            void submit(event)
          }}
        >
          {children}
          {conflict && onReload && <Conflict onReload={onReload} onKeep={keepMine} />}
          <SubmitBar {...props} onAlso={also && submitWith(also.onSubmit)} />
          {guard && <Guard saved={saved} />}
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
  const { isSubmitting } = useFormState()
  const missing = useMissing()
  return (
    <div className={styles.bar}>
      <Missing fields={missing} />
      <div className={styles.buttons}>
        {onCancel && (
          <Button variant="default" onMouseDown={keepFocus} onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        {also && (
          <Button
            variant="default"
            onMouseDown={keepFocus}
            onClick={() => void onAlso?.()}
            disabled={missing.length > 0 || isSubmitting}
          >
            {also.label}
          </Button>
        )}
        <Button type="submit" onMouseDown={keepFocus} disabled={missing.length > 0} loading={isSubmitting}>
          {submitLabel ?? t('form.save')}
        </Button>
      </div>
    </div>
  )
}

function Conflict({ onReload, onKeep }: { onReload: () => void; onKeep: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.conflict} role="alert">
      <strong>{t('form.conflict')}</strong>
      <span>{t('form.conflictText')}</span>
      <div className={styles.buttons}>
        <Button variant="default" size="compact-sm" onClick={onReload}>
          {t('form.reload')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onKeep}>
          {t('form.keepMine')}
        </Button>
      </div>
    </div>
  )
}

function Guard({ saved }: { saved: { current: boolean } }) {
  const { isDirty } = useFormState()
  const dialog = useDialogOfForm()
  const unsaved = () => isDirty && !saved.current
  useEffect(() => {
    if (!dialog) return
    dialog.unsaved.current = unsaved
    return () => {
      dialog.unsaved.current = () => false
    }
  })
  return <UnsavedGuard when={unsaved} />
}

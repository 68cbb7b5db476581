import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CASE_KINDS, CaseInput, type CaseKind } from '@vitrine/contract/api/operations/cases'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { storage } from '#lib/browser/storage.ts'
import { useSession } from '#lib/session/session.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { casesKey } from '#queries/cases.ts'
import { devicesQuery } from '#queries/devices.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { LongTextField } from '#ui/form/fields/long-text-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { caseFacts } from './case-facts.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'
import styles from './open-case.module.css'

const EMPTY = { subject: '', text: '', deviceId: null }

interface CaseFormProps {
  /** The preselected kind, if another screen linked here. */
  kind?: CaseKind
  onSaved: () => void
}

const useUserId = () => useSession(({ profile }) => profile?.id ?? '')

/** The form for a new case. The browser keeps a draft until it is sent. */
export function CaseForm({ kind, onSaved }: CaseFormProps) {
  const { t } = useTranslation()
  const userId = useUserId()
  const organizationId = useOrganizationId()
  const { data: devices = [] } = useQuery({ ...devicesQuery(), enabled: useCan('read', 'devices') })
  const [attach, setAttach] = useState(true)
  const [started] = useState(() => loadDraft(storage, userId))
  const state = useEntityForm(CaseInput, { ...EMPTY, ...started, ...(kind && { kind }) })
  const { form } = state
  const chosenKind = useWatch({ control: form.control, name: 'kind' })
  const deviceId = useWatch({ control: form.control, name: 'deviceId' })
  const facts = caseFacts(devices.find(({ id }) => id === deviceId))
  const create = useWrite({
    write: api.cases.create,
    failed: 'cases.createFailed',
    done: 'cases.sent',
    invalidates: [casesKey],
  })
  const markSent = useDraft(state.form)
  const own = devices.filter((device) => device.organizationId === organizationId)
  return (
    <EntityForm
      state={state}
      submitLabel={t('cases.send')}
      guard={false}
      onSubmit={async (body) => {
        await create({ body: { ...body, facts: attach ? facts : '' } })
        markSent()
        onSaved()
      }}
    >
      <RadioField
        name="kind"
        label={t('cases.kind')}
        required
        choices={CASE_KINDS.map((value) => ({ value, label: t(`cases.kinds.${value}`) }))}
      />
      {chosenKind && (
        <div className={styles.help} role="note">
          <strong>{t('cases.before')}</strong>
          <p>{t(`cases.advice.${chosenKind}`)}</p>
        </div>
      )}
      {chosenKind !== 'account' && own.length > 0 && (
        <SelectField
          name="deviceId"
          label={t('cases.device')}
          placeholder={t('cases.noDevice')}
          clearable
          searchable
          choices={own.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField name="subject" label={t('cases.subject')} required />
      <LongTextField name="text" label={t('cases.text')} hint={t('cases.textHint')} required />
      <Attachment facts={facts} attach={attach} onChange={setAttach} />
    </EntityForm>
  )
}

/** Saves the draft in the browser. Returns a function that deletes it after sending. */
function useDraft(form: UseFormReturn<z.input<typeof CaseInput>, unknown, CaseInput>): () => void {
  const userId = useUserId()
  // A saved form emits its values once more: ignore that.
  const sent = useRef(false)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => sent.current || saveDraft(storage, userId, { ...EMPTY, ...values }),
      }),
    [form, userId],
  )
  return () => {
    sent.current = true
    dropDraft(storage)
  }
}

interface AttachmentProps {
  facts: string
  attach: boolean
  onChange: (attach: boolean) => void
}

/** The diagnostics to attach, which can be omitted. */
function Attachment({ facts, attach, onChange }: AttachmentProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.facts}>
      <Switch
        label={t('cases.attach')}
        checked={attach}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {attach && (
        <bdi dir="ltr" className={styles.factList}>
          {facts}
        </bdi>
      )}
    </div>
  )
}

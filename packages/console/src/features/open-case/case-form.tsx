import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CASE_KINDS, CaseInput, type CaseKind } from '@vitrine/contract/api/operations/cases'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#features/devices/queries.ts'
import { api } from '#lib/api.ts'
import { storage } from '#lib/browser/storage.ts'
import { useSession } from '#lib/session/session.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { LongTextField } from '#ui/form/fields/long-text-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { caseFacts } from './case-facts.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'
import styles from './open-case.module.css'
import { casesKey } from './queries.ts'

const EMPTY = { subject: '', text: '', deviceId: null }

interface CaseFormProps {
  /** What it is about, when another screen led here. */
  kind?: CaseKind
  onSaved: () => void
}

/** What happened, in a few words. What is written is kept in the browser until it is sent. */
export function CaseForm({ kind, onSaved }: CaseFormProps) {
  const { t } = useTranslation()
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const organizationId = useOrganizationId()
  const { data: devices = [] } = useQuery(devicesQuery())
  const [attach, setAttach] = useState(true)
  const [begun] = useState(() => loadDraft(storage, userId))
  const state = useEntityForm(CaseInput, { ...EMPTY, ...begun, ...(kind && { kind }) })
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
  // A form tells its values once more when it was saved.
  const sent = useRef(false)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => sent.current || saveDraft(storage, userId, { ...EMPTY, ...values }),
      }),
    [form, userId],
  )
  const own = devices.filter((device) => device.organizationId === organizationId)
  return (
    <EntityForm
      state={state}
      submitLabel={t('cases.send')}
      guard={false}
      onSubmit={async (body) => {
        await create({ body: { ...body, facts: attach ? facts : '' } })
        sent.current = true
        dropDraft(storage)
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
      <div className={styles.facts}>
        <Switch
          label={t('cases.attach')}
          checked={attach}
          onChange={(event) => setAttach(event.currentTarget.checked)}
        />
        {attach && (
          <bdi dir="ltr" className={styles.factList}>
            {facts}
          </bdi>
        )}
      </div>
    </EntityForm>
  )
}

import { Code, Switch } from '@mantine/core'
import {
  ALERT_CAUSES,
  ALERT_EMAILS_MAX,
  ALERT_MOBILES_MAX,
  type AlertRule,
  AlertRuleInput,
  REPORT_PERIODS,
} from '@vitrine/contract/api/operations/alerts'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { savedText } from '#lib/text/done-text.ts'
import { suggestedZone, zoneChoices } from '#lib/text/time-zone.ts'
import { alertsKey } from '#queries/settings.ts'
import { CopyButton } from '#ui/form/copy-button.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField } from '#ui/form/fields/checkboxes-field.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './alerts.module.css'

type Values = z.input<typeof AlertRuleInput>

interface AlertFormProps {
  alert?: AlertRule
  onSaved: () => void
}

/** An alert rule's events, recipients, and timing. */
export function AlertForm({ alert, onSaved }: AlertFormProps) {
  const { t } = useTranslation()
  const email = useSession(({ profile }) => profile?.email)
  const state = useEntityForm(AlertRuleInput, alert ? valuesOf(alert) : newValues(email))
  const options = {
    failed: 'alerts.saveFailed',
    done: ({ alert: saved }: { alert: AlertRule }) => savedText(saved.name),
    invalidates: [alertsKey],
  } as const
  const create = useWrite({ write: api.alerts.create, ...options })
  const update = useWrite({ write: api.alerts.update, ...options })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        await (alert ? update({ params: { id: alert.id }, body }) : create({ body }))
        onSaved()
      }}
      onReload={
        alert &&
        (async () => {
          const answer = await api.alerts.get({ params: { id: alert.id } })
          state.form.reset(valuesOf(answer.alert))
        })
      }
    >
      <TextField name="name" label={t('alerts.name')} required autoFocus />
      <CheckboxesField
        name="causes"
        label={t('alerts.about')}
        choices={ALERT_CAUSES.map((value) => ({ value, label: t(`alerts.causes.${value}`) }))}
      />
      <NumberField
        name="minutes"
        label={t('alerts.minutes')}
        hint={t('alerts.minutesHint')}
        min={3}
        max={1440}
        required
      />
      <Recipients />
      {alert && <Secret secret={alert.webhookSecret} />}
      <Quiet />
      <Report />
    </EntityForm>
  )
}

/** At least one recipient is required. */
function Recipients() {
  const { t } = useTranslation()
  return (
    <>
      <TagsField
        name="emails"
        label={t('alerts.emails')}
        hint={t('alerts.emailsHint')}
        placeholder="name@example.org"
        maxTags={ALERT_EMAILS_MAX}
      />
      <TagsField
        name="mobiles"
        label={t('alerts.mobiles')}
        hint={t('alerts.mobilesHint')}
        placeholder="+1 212 555 0100"
        maxTags={ALERT_MOBILES_MAX}
        hasBlanks
      />
      <TextField
        name="webhook"
        type="url"
        label={t('alerts.webhook')}
        hint={t('alerts.webhookHint')}
        placeholder="https://example.org/vitrine"
      />
    </>
  )
}

const newValues = (email: string | undefined): Values => ({
  name: '',
  causes: ['offline', 'behind', 'dark'],
  minutes: 10,
  emails: email ? [email] : [],
  mobiles: [],
  webhook: '',
  quiet: null,
  report: null,
})

const valuesOf = ({
  name,
  causes,
  minutes,
  emails,
  mobiles,
  webhook,
  quiet,
  report,
  version,
}: AlertRule): Values => ({
  name,
  causes,
  minutes,
  emails,
  mobiles,
  webhook,
  quiet,
  report,
  version,
})

/** Receivers verify signatures with this secret. */
function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const webhook = useWatch<Values, 'webhook'>({ name: 'webhook' })
  if (!webhook) return null
  return (
    <div className={styles.secret}>
      <span id="webhook-secret">{t('alerts.secret')}</span>
      <Code dir="ltr" aria-labelledby="webhook-secret">
        {secret}
      </Code>
      <p>{t('alerts.secretHint')}</p>
      <div>
        <CopyButton text={secret} label={t('alerts.copySecret')} />
      </div>
    </div>
  )
}

/** Quiet hours, in which no alerts are sent. */
function Quiet() {
  const { t } = useTranslation()
  return (
    <OptionalPart
      name="quiet"
      initial={() => ({ from: '10:00 PM', to: '07:00 AM', timezone: suggestedZone() })}
    >
      <Columns>
        <TimeField name="quiet.from" label={t('alerts.quietFrom')} required />
        <TimeField name="quiet.to" label={t('alerts.quietTo')} required />
      </Columns>
      <ZoneField name="quiet.timezone" />
    </OptionalPart>
  )
}

/** The periodic email report: plays, and what needs attention; or one about one thing, made in *Proof of play*. */
function Report() {
  const { t } = useTranslation()
  const report = useWatch<Values, 'report'>({ name: 'report' })
  const about = report?.about as { name?: string; customer?: string } | null | undefined
  return (
    <OptionalPart name="report" initial={() => ({ every: 'week', timezone: suggestedZone() })}>
      <Columns>
        <SelectField
          name="report.every"
          label={t('alerts.every')}
          choices={REPORT_PERIODS.map((value) => ({ value, label: t(`alerts.periods.${value}`) }))}
          required
        />
        <ZoneField name="report.timezone" />
      </Columns>
      {about && <p className={styles.about}>{t('alerts.reportAbout', about)}</p>}
    </OptionalPart>
  )
}

type PartName = 'quiet' | 'report'

interface OptionalPartProps {
  name: PartName
  /** Its values when it is turned on. */
  initial: () => Values[PartName]
  children: ReactNode
}

/** A part of the rule with a switch; null in the rule while it is off. */
function OptionalPart({ name, initial, children }: OptionalPartProps) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const isOn = useWatch<Values, PartName>({ name }) != null
  const turn = (on: boolean) =>
    setValue(name, on ? initial() : null, { shouldDirty: true, shouldValidate: true })
  return (
    <div className={styles.part}>
      <Switch
        label={t(`alerts.${name}`)}
        description={t(`alerts.${name}Hint`)}
        checked={isOn}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {isOn && children}
    </div>
  )
}

function ZoneField({ name }: { name: `${PartName}.timezone` }) {
  const { t } = useTranslation()
  const zone = useWatch<Values, typeof name>({ name })
  return (
    <SelectField
      name={name}
      label={t('alerts.timezone')}
      choices={zoneChoices(zone ?? '')}
      searchable
      required
    />
  )
}

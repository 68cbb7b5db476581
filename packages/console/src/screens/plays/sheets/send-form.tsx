import { Link } from '@tanstack/react-router'
import { email } from '@vitrine/contract/api/base/inputs'
import { ALERT_EMAILS_MAX, REPORT_PERIODS } from '@vitrine/contract/api/operations/alerts'
import type { SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { rule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { alertsKey } from '#queries/settings.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const Sending = z.object({
  every: z.enum(REPORT_PERIODS, rule('required')),
  emails: z
    .array(email())
    .min(1, rule('required'))
    .max(ALERT_EMAILS_MAX, rule('max_value', ALERT_EMAILS_MAX)),
})
type Sending = z.infer<typeof Sending>

interface SendFormProps {
  query: Pick<SheetQuery, 'storyboardId' | 'itemId' | 'customer' | 'timezone'>
  name: string
  onSaved: () => void
}

/** Sends a report by email after each period, as an alert rule, which stops it. */
export function SendForm({ query, name, onSaved }: SendFormProps) {
  const { t } = useTranslation()
  const own = useSession(({ profile }) => profile?.email)
  const state = useEntityForm(Sending, { every: 'month', emails: own ? [own] : [] })
  const create = useWrite({
    write: api.alerts.create,
    done: 'sheets.sending',
    failed: 'alerts.saveFailed',
    invalidates: [alertsKey],
  })
  const submit = async ({ every, emails }: Sending) => {
    const { storyboardId, itemId, customer, timezone } = query
    const about = { storyboardId, itemId, customer }
    const title = [name, customer].filter(Boolean).join(' – ') || t('sheets.title')
    await create({
      body: { name: title.slice(0, 100), causes: [], emails, report: { every, timezone, about } },
    })
    onSaved()
  }
  return (
    <EntityForm state={state} onSubmit={submit} submitLabel={t('sheets.send')}>
      <SelectField
        name="every"
        label={t('alerts.every')}
        choices={REPORT_PERIODS.map((value) => ({ value, label: t(`alerts.periods.${value}`) }))}
        required
      />
      <TagsField
        name="emails"
        label={t('alerts.emails')}
        hint={t('sheets.emailsHint')}
        placeholder="name@example.org"
        maxTags={ALERT_EMAILS_MAX}
      />
      <p>
        {t('sheets.stop')}{' '}
        <Link to="/app/settings" search={{ tab: 'alerts' }}>
          {t('alerts.title')}
        </Link>
      </p>
    </EntityForm>
  )
}

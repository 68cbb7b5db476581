import { WebhookCreate } from '@vitrine/contract/api/operations/webhooks'
import { WEBHOOK_TOPICS } from '@vitrine/contract/webhook-topics'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { webhooksKey } from '#queries/webhooks.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField } from '#ui/form/fields/checkboxes-field.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const Form = WebhookCreate.pick({ name: true, address: true, topics: true })

interface Props {
  organizationId: string | undefined
  onCreated: (signingSecret: string) => void
}

export function WebhookForm({ organizationId, onCreated }: Props) {
  const { t } = useTranslation()
  const state = useEntityForm(Form, { name: '', address: '', topics: [] })
  const create = useWrite({
    write: api.webhooks.create,
    done: 'webhooks.created',
    failed: 'webhooks.createFailed',
    invalidates: [webhooksKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('webhooks.add')}
      onSubmit={async (values) => {
        onCreated((await create({ body: { ...values, organizationId } })).signingSecret)
      }}
    >
      <TextField name="name" label={t('webhooks.name')} required autoFocus />
      <TextField name="address" label={t('webhooks.address')} hint={t('webhooks.addressHint')} required />
      <CheckboxesField
        name="topics"
        label={t('webhooks.topics')}
        required
        choices={WEBHOOK_TOPICS.map((value) => ({ value, label: t(`webhooks.topic.${value}`) }))}
      />
    </EntityForm>
  )
}

import { type Webhook, WebhookCreate, WebhookUpdate } from '@vitrine/contract/api/operations/webhooks'
import { rule } from '@vitrine/contract/rules'
import { WEBHOOK_TOPICS } from '@vitrine/contract/webhook-topics'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { savedText } from '#lib/text/done-text.ts'
import { webhooksKey } from '#queries/webhooks.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField } from '#ui/form/fields/checkboxes-field.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const Form = WebhookCreate.pick({ name: true, address: true, topics: true })
/** An empty address leaves the one that is there. */
const Edited = WebhookUpdate.pick({ name: true, topics: true, version: true }).extend({
  address: z
    .string()
    .refine((text) => text === '' || WebhookCreate.shape.address.safeParse(text).success, rule('url')),
})

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
      <Topics />
    </EntityForm>
  )
}

interface EditProps {
  webhook: Webhook
  /** Another site has a new key, which is shown once. */
  onSaved: (signingSecret: string | null) => void
}

export function WebhookEditForm({ webhook, onSaved }: EditProps) {
  const { t } = useTranslation()
  const { id, name, topics, version, site } = webhook
  const state = useEntityForm(Edited, { name, topics, version, address: '' })
  const update = useWrite({
    write: api.webhooks.update,
    done: ({ webhook: saved }) => savedText(saved.name),
    failed: 'webhooks.pauseFailed',
    invalidates: [webhooksKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async ({ address, ...values }) => {
        const body = { ...values, ...(address && { address }) }
        onSaved((await update({ params: { id }, body })).signingSecret)
      }}
      onReload={async () => {
        const { webhook: now } = await api.webhooks.get({ params: { id } })
        state.form.reset({ name: now.name, topics: now.topics, version: now.version, address: '' })
      }}
    >
      <TextField name="name" label={t('webhooks.name')} required autoFocus />
      <TextField
        name="address"
        label={t('webhooks.newAddress')}
        hint={t('webhooks.newAddressHint', { site })}
      />
      <Topics />
    </EntityForm>
  )
}

function Topics() {
  const { t } = useTranslation()
  return (
    <CheckboxesField
      name="topics"
      label={t('webhooks.topics')}
      required
      choices={WEBHOOK_TOPICS.map((value) => ({ value, label: t(`webhooks.topic.${value}`) }))}
    />
  )
}

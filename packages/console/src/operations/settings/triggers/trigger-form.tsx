import { useQuery } from '@tanstack/react-query'
import { TriggerCreate } from '@vitrine/contract/api/screens/triggers'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { storyboardChoices } from '#pickers/pages/storyboard-picker.tsx'
import { approving } from '#queries/approving.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { triggersKey } from '#queries/triggers.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useReach } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'

/** Offered minutes; 0: until it is cleared. */
const MINUTES = [0, 1, 5, 15, 60, 480]
/** How a trigger can be called. */
const WAYS = ['post', 'links', 'signed'] as const

const { name, deviceGroupId, storyboardId } = TriggerCreate.shape
const Form = z.object({ name, deviceGroupId, storyboardId, minutes: z.number(), way: z.enum(WAYS) })

export interface TriggerSecrets {
  secret: string
  signingSecret: string | null
}

interface Props {
  organizationId: string | undefined
  onCreated: (secrets: TriggerSecrets) => void
}

export function TriggerForm({ organizationId, onCreated }: Props) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(deviceGroupsQuery())
  const isReached = useReach('devices')
  const groups = known.filter(({ id }) => isReached({ deviceGroupId: id }))
  const { data: storyboards } = useQuery(storyboardsQuery())
  const state = useEntityForm(Form, { name: '', minutes: 0, way: 'post' })
  const create = useWrite({
    write: approving(api.triggers.create, ({ body }) => [body.storyboardId]),
    done: 'triggers.created',
    failed: 'triggers.createFailed',
    invalidates: [triggersKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('triggers.add')}
      onSubmit={async ({ way, minutes, ...rest }) => {
        const allowed = { allowsGet: way === 'links', isSigned: way === 'signed' }
        const body = { ...rest, ...allowed, minutes: minutes === 0 ? null : minutes, organizationId }
        onCreated(await create({ body }))
      }}
    >
      <TextField name="name" label={t('triggers.name')} hint={t('triggers.nameHint')} required autoFocus />
      <SelectField
        name="storyboardId"
        label={t('triggers.storyboard')}
        required
        choices={storyboardChoices(t, storyboards, organizationId)}
      />
      <SelectField
        name="deviceGroupId"
        label={t('triggers.group')}
        required
        choices={groups
          .filter((group) => group.organizationId === organizationId)
          .map((group) => ({ value: group.id, label: group.name }))}
      />
      <SelectField
        name="minutes"
        label={t('triggers.howLong')}
        required
        choices={MINUTES.map((value) => ({
          value,
          label: value === 0 ? t('triggers.untilCleared') : t('triggers.minutes', { count: value }),
        }))}
      />
      <RadioField
        name="way"
        label={t('triggers.way')}
        required
        choices={WAYS.map((value) => ({
          value,
          label: t(`triggers.ways.${value}`),
          text: t(`triggers.wayText.${value}`),
        }))}
      />
    </EntityForm>
  )
}

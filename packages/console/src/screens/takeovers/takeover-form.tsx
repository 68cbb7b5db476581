import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { optionalText, requiredText } from '@vitrine/contract/api/base/inputs'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { TAKEOVER_TONES, type TakeoverTargets } from '@vitrine/contract/api/screens/takeovers'
import { rule } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { changeText } from '#lib/text/change-text.ts'
import { impactText } from '#pickers/impact/impact-text.ts'
import { storyboardChoices, storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { TargetsField } from '#pickers/screens/target-picker.tsx'
import { approving } from '#queries/approving.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesQuery } from '#queries/devices.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { takeoversKey } from '#queries/takeovers.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { LongTextField } from '#ui/form/fields/long-text-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useReach } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './takeovers.module.css'

const HOUR = 3_600_000
const MINUTES = [15, 30, 60, 120, 240, 480, 1440] as const

/** The form's input; `where` determines which of the two lists applies. */
const Draft = z
  .object({
    title: requiredText(80),
    text: optionalText(400),
    tone: z.enum(TAKEOVER_TONES),
    storyboardId: z.string().nullable(),
    where: z.enum(['all', 'groups', 'devices']),
    groups: z.array(z.string()),
    devices: z.array(z.string()),
    minutes: z.number({ error: rule('required') }),
  })
  .refine(({ where, groups }) => where !== 'groups' || groups.length > 0, {
    path: ['groups'],
    error: rule('required'),
  })
  .refine(({ where, devices }) => where !== 'devices' || devices.length > 0, {
    path: ['devices'],
    error: rule('required'),
  })
type Draft = z.infer<typeof Draft>

const targetsOf = ({ where, groups, devices }: Draft): TakeoverTargets =>
  where === 'all' ? { kind: where } : { kind: where, ids: where === 'groups' ? groups : devices }

function bodyOf(draft: Draft) {
  const { title, text, tone, storyboardId, minutes } = draft
  const endsAt = clock.now() + minutes * 60_000
  return { title, text: text ?? '', tone, storyboardId, targets: targetsOf(draft), endsAt }
}

const isTargeted = (targets: TakeoverTargets, { id, deviceGroupId }: Device) =>
  targets.kind === 'all' || targets.ids.includes((targets.kind === 'groups' ? deviceGroupId : id) ?? '')

/** Asks for message and screens, then confirms the effect, then starts. */
export function TakeoverForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const { data: devices = [] } = useQuery(devicesQuery())
  const storyboards = useQuery(storyboardsQuery())
  const [draft, setDraft] = useState<Draft>()
  const isReached = useReach('takeovers')
  const state = useEntityForm(Draft, {
    title: '',
    text: '',
    tone: 'danger',
    storyboardId: null,
    where: isReached('everywhere') ? 'all' : 'devices',
    groups: [],
    devices: [],
    minutes: HOUR / 60_000,
  })
  const reachesScreen = useReachesScreen('takeovers')
  const own = devices.filter((device) => device.organizationId === organizationId && reachesScreen(device))
  if (draft)
    return <Confirmation draft={draft} devices={own} onBack={() => setDraft(undefined)} onDone={onDone} />
  return (
    <EntityForm state={state} submitLabel={t('takeovers.next')} onSubmit={async (input) => setDraft(input)}>
      <TextField name="title" label={t('takeovers.message')} required autoFocus />
      <LongTextField name="text" label={t('takeovers.more')} />
      <RadioField
        name="tone"
        label={t('takeovers.tone')}
        choices={TAKEOVER_TONES.map((tone) => ({ value: tone, label: t(`takeovers.tones.${tone}`) }))}
      />
      <SelectField
        name="storyboardId"
        label={t('takeovers.storyboard')}
        hint={t('takeovers.storyboardHint')}
        clearable
        searchable
        choices={storyboardChoices(t, storyboards.data, organizationId)}
        picture={storyPicture}
      />
      <TargetFields devices={own} />
      <SelectField
        name="minutes"
        label={t('takeovers.end')}
        required
        choices={MINUTES.map((minutes) => ({ value: minutes, label: t(`takeovers.ends.${minutes}`) }))}
      />
    </EntityForm>
  )
}

const WHERES = ['all', 'groups', 'devices'] as const

/** All screens, or chosen groups or screens. */
function TargetFields({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const where = useWatch<Draft, 'where'>({ name: 'where' })
  const groups = useQuery(deviceGroupsQuery())
  const isReached = useReach('takeovers')
  return (
    <>
      <RadioField
        name="where"
        label={t('takeovers.where')}
        choices={(isReached('everywhere') ? WHERES : WHERES.slice(1)).map((each) => ({
          value: each,
          label: t(`takeovers.wheres.${each}`),
        }))}
      />
      {where === 'groups' && (
        <TargetsField
          name="groups"
          label={t('takeovers.whichGroups')}
          required
          groups={(groups.data ?? []).filter(
            (group) => group.organizationId === organizationId && isReached({ deviceGroupId: group.id }),
          )}
        />
      )}
      {where === 'devices' && (
        <TargetsField name="devices" label={t('takeovers.whichDevices')} required devices={devices} />
      )}
    </>
  )
}

/** The same as the server counts it, with the buildings. It comes when it comes: nothing waits for it. */
function Reached({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { data: impact } = useQuery({
    queryKey: [...takeoversKey, 'impact', draft],
    queryFn: async ({ signal }) =>
      (await api.takeovers.start({ query: { dryRun: 'true' }, body: bodyOf(draft) }, { signal })).impact ??
      null,
    ...{ staleTime: 0, gcTime: 0, retry: false },
  })
  const text = impact && impactText(t, impact)
  return text ? <p role="status">{text}</p> : null
}

interface ConfirmationProps {
  draft: Draft
  devices: readonly Device[]
  onBack: () => void
  onDone: () => void
}

/** Confirms the message, the number of screens, and the end. */
function Confirmation({ draft, devices, onBack, onDone }: ConfirmationProps) {
  const { t } = useTranslation()
  const start = useAction({
    write: approving(
      () => api.takeovers.start({ body: bodyOf(draft) }),
      () => [draft.storyboardId],
    ),
    done: () => t('takeovers.started', { title: draft.title }),
    failed: 'takeovers.failed',
    invalidates: [takeoversKey],
  })
  const targets = targetsOf(draft)
  const targeted = devices.filter((device) => isTargeted(targets, device))
  const single = targeted.length === 1 ? targeted[0] : undefined
  const silent = targeted.filter(({ connection }) => connection !== 'online').length
  const end = changeText(clock.now() + draft.minutes * 60_000, clock.now())
  return (
    <div className={styles.sure}>
      <div className={styles.preview} data-tone={draft.tone} dir="auto">
        <strong>{draft.title}</strong>
        {draft.text && <span>{draft.text}</span>}
      </div>
      <p>
        {single
          ? t('takeovers.sureOne', { name: single.name })
          : t('takeovers.sure', { count: targeted.length })}{' '}
        {silent > 0 && t(single ? 'takeovers.sureSilentOne' : 'takeovers.sureSilent', { count: silent })}
      </p>
      <Reached draft={draft} />
      <p>{t('takeovers.until', { time: end })}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('page.back')}
        </Button>
        <Button
          color="bad"
          data-autofocus
          onClick={() => void start(undefined).then((done) => done && onDone())}
        >
          {t('takeovers.start', { count: targeted.length })}
        </Button>
      </div>
    </div>
  )
}

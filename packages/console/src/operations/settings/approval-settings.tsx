import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  APPROVAL_DAYS_MAX,
  ApprovalSettingsInput,
  type ApprovalSettings as Settings,
} from '@vitrine/contract/api/operations/approvals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { approvalSettingsQuery, approvalsKey } from '#queries/approvals.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxField } from '#ui/form/fields/checkboxes-field.tsx'
import { NumberField, RadioField } from '#ui/form/fields/choice-fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useWrite } from '#ui/work/use-write.ts'

/** Whether screens play what is saved, or what was approved. */
export function ApprovalSettings() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId() ?? ''
  const query = useQuery(approvalSettingsQuery(organizationId))
  return (
    <Section title={t('approvalSettings.title')} text={t('approvalSettings.text')}>
      <RecordView query={query} key={organizationId}>
        {(settings) => <SettingsForm settings={settings} organizationId={organizationId} />}
      </RecordView>
    </Section>
  )
}

interface Leaving {
  body: ApprovalSettingsInput
  screens: number
  waiting: number
}

const valuesOf = ({ days, ...settings }: Settings): ApprovalSettingsInput => ({
  ...settings,
  // An empty field.
  days: (days ?? undefined) as number | null,
})

function SettingsForm({ settings, organizationId }: { settings: Settings; organizationId: string }) {
  const params = { id: organizationId }
  const state = useEntityForm(ApprovalSettingsInput.partial({ days: true }), valuesOf(settings))
  const [leaving, setLeaving] = useState<Leaving>()
  const write = useWrite({
    write: api.approvals.saveSettings,
    done: 'approvalSettings.saved',
    invalidates: [approvalsKey],
  })
  const save = async (body: ApprovalSettingsInput) => {
    const saved = await write({ params, body })
    state.form.reset(valuesOf(saved.settings))
  }
  return (
    <>
      <EntityForm
        state={state}
        onSubmit={async ({ days = null, ...values }) => {
          const body = { ...values, days }
          if (settings.mode === 'strict' && body.mode === 'live') {
            const query = { dryRun: 'true' } as const
            const { impact } = await api.approvals.saveSettings({ params, query, body })
            if (impact && impact.waiting > 0) return setLeaving({ body, ...impact })
          }
          await save(body)
        }}
        onReload={async () => state.form.reset(valuesOf((await api.approvals.settings({ params })).settings))}
      >
        <Fields />
      </EntityForm>
      <LeaveDialog
        leaving={leaving}
        onClose={() => setLeaving(undefined)}
        onLeave={(body) => {
          setLeaving(undefined)
          void save(body).catch(() => {})
        }}
      />
    </>
  )
}

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <RadioField
        name="mode"
        label={t('approvalSettings.mode')}
        choices={(['live', 'strict'] as const).map((value) => ({
          value,
          label: t(`approvalSettings.modes.${value}`),
          text: t(`approvalSettings.modeTexts.${value}`),
        }))}
      />
      <CheckboxField
        name="fourEyes"
        label={t('approvalSettings.fourEyes')}
        hint={t('approvalSettings.fourEyesText')}
      />
      <NumberField
        name="days"
        label={t('approvalSettings.days')}
        hint={t('approvalSettings.daysText')}
        min={1}
        max={APPROVAL_DAYS_MAX}
      />
    </>
  )
}

interface LeaveDialogProps {
  leaving: Leaving | undefined
  onClose: () => void
  onLeave: (body: ApprovalSettingsInput) => void
}

/** Says what would play before strict approval is turned off. */
function LeaveDialog({ leaving, onClose, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={leaving !== undefined}
      onClose={onClose}
      title={t('approvalSettings.leaveTitle')}
      size={520}
    >
      <p>{t('approvalSettings.leaveText', { count: leaving?.waiting ?? 0 })}</p>
      <p>{t('approvalSettings.leaveScreens', { count: leaving?.screens ?? 0 })}</p>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('form.cancel')}
        </Button>
        <Button color="bad" onClick={() => leaving && onLeave(leaving.body)}>
          {t('approvalSettings.leave')}
        </Button>
      </Group>
    </Modal>
  )
}

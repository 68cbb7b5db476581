import { Button, Modal } from '@mantine/core'
import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy'
import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup, Schedule } from '@vitrine/contract/api/screens/device-groups'
import { rule } from '@vitrine/contract/rules'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { TargetsField } from '#pickers/screens/target-picker.tsx'
import { deviceGroupsKey, deviceGroupsQuery } from '#queries/device-groups.ts'
import { KeptSwitchesPicker } from '#screens/devices/switches/kept-switches-picker.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useReach } from '#ui/work/use-can.ts'
import { useWriteEach } from '#ui/work/use-write-each.ts'
import styles from './schedule.module.css'

const Copy = z.object({ groups: z.array(z.string()).min(1, rule('required')) })
type Copy = z.infer<typeof Copy>

interface Target {
  id: string
  name: string
  version: number
  before: Schedule
}

/** Copies this group's saved schedule to other groups: time zone, default, slots and layers. */
export function CopySchedule({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<CopyIcon size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('deviceGroups.copy')}
      </Button>
      <Modal opened={isOpened} onClose={() => setOpened(false)} title={t('deviceGroups.copyTitle')}>
        <CopyForm group={group} onDone={() => setOpened(false)} />
      </Modal>
    </>
  )
}

function CopyForm({ group, onDone }: { group: DeviceGroup; onDone: () => void }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(deviceGroupsQuery())
  const isReached = useReach('device-groups')
  const others = data.filter(
    ({ id, organizationId }) =>
      id !== group.id && organizationId === group.organizationId && isReached({ deviceGroupId: id }),
  )
  const state = useEntityForm(Copy, { groups: [] })
  const [failed, setFailed] = useState<readonly string[]>([])
  /** The versions created by copying, by group id: *Undo* skips groups that changed since. */
  const made = useRef(new Map<string, number>())
  const put = async ({ id, name }: Target, schedule: Schedule, version?: number) => {
    // Absent layers would stay as they are.
    const body = { name, schedule: { layers: [], ...schedule }, version }
    const { deviceGroup } = await api.deviceGroups.update({ params: { id }, body })
    made.current.set(id, deviceGroup.version)
  }
  const copy = useWriteEach<Target>({
    write: (target) => put(target, group.schedule, target.version),
    undo: (target) => put(target, target.before, made.current.get(target.id)),
    invalidates: [deviceGroupsKey],
  })
  const submit = async ({ groups }: Copy) => {
    const targets = others
      .filter(({ id }) => groups.includes(id))
      .map(({ id, name, version, schedule }) => ({ id, name, version, before: schedule }))
    const left = await copy(targets)
    if (left.length === 0) return onDone()
    setFailed(left.map(({ item, reason }) => [item.name, reason].filter(Boolean).join(': ')))
  }
  return (
    <EntityForm state={state} submitLabel={t('deviceGroups.copySubmit')} onSubmit={submit}>
      <TargetsField
        name="groups"
        label={t('deviceGroups.copyTo')}
        hint={t('deviceGroups.copyText')}
        groups={others}
        required
      />
      <EndedByCopy />
      {failed.length > 0 && (
        <div role="alert" className={styles.error}>
          <p>{t('deviceGroups.copyFailed')}</p>
          <ul>
            {failed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </EntityForm>
  )
}

function EndedByCopy() {
  const groupIds = useWatch({ name: 'groups' }) as string[]
  return <KeptSwitchesPicker groupIds={groupIds} />
}

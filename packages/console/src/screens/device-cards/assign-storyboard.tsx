import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { storyboardChoices, storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { ScreenOf } from '#pictures/screens/screen-picture.tsx'
import { approving } from '#queries/approving.ts'
import { devicesKey } from '#queries/devices.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useDialogOfForm } from '#ui/dialog/dialog-of-form.ts'
import { pictured } from '#ui/screen/pictured.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import { type FailedItem, useWriteEach } from '#ui/work/use-write-each.ts'
import styles from './device-cards.module.css'

/** Switches several screens to another storyboard. Names the screens that failed; a retry includes only those. */
export function AssignStoryboard({ devices, onDone }: { devices: readonly Device[]; onDone: () => void }) {
  const { t } = useTranslation()
  const dialog = useDialogOfForm()
  const storyboards = useQuery(storyboardsQuery())
  const [storyboardId, setStoryboardId] = useState<string | null>(null)
  const [failed, setFailed] = useState<FailedItem<Device>[]>()
  const show = useWriteEach<Device>({
    write: approving(
      ({ id }) => api.devices.switchStory({ params: { id }, body: { storyboardId: storyboardId ?? '' } }),
      () => [storyboardId],
    ),
    invalidates: [devicesKey],
  })
  const organizations = new Set(devices.map(({ organizationId }) => organizationId))
  const [organizationId] = organizations
  if (organizations.size > 1) return <p>{t('deviceCards.severalOrganizations')}</p>

  const run = async (chosen: readonly Device[]) => {
    const problems = await show(chosen)
    if (problems.length === 0) onDone()
    else setFailed(problems)
  }
  const again = failed?.map(({ item }) => item)
  return (
    <form
      className={styles.assign}
      onSubmit={(event) => {
        event.preventDefault()
        void run(again ?? devices)
      }}
    >
      <Select
        label={t('deviceCards.storyboard')}
        description={t('deviceCards.assignHint')}
        data={storyboardChoices(t, storyboards.data, organizationId)}
        {...pictured(storyPicture, storyboardId)}
        value={storyboardId}
        onChange={(id) => {
          setStoryboardId(id)
          setFailed(undefined)
        }}
        searchable
        allowDeselect={false}
        withAsterisk
      />
      {failed ? <NotAssigned failed={failed} count={devices.length} /> : <Chosen devices={devices} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => dialog?.close()}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" disabled={storyboardId === null}>
          {again
            ? t('deviceCards.retry', { count: again.length })
            : t('deviceCards.showOn', { count: devices.length })}
        </Button>
      </div>
    </form>
  )
}

function NotAssigned({ failed, count }: { failed: readonly FailedItem<Device>[]; count: number }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={styles.failed}>
      <strong>{t('deviceCards.partly', { done: count - failed.length, count })}</strong>
      <ul>
        {failed.map(({ item, reason }) => (
          <li key={item.id}>
            <bdi>{item.name}</bdi>: {reason ?? t('deviceCards.failed')}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Chosen({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.chosen} aria-label={t('deviceCards.chosenDevices')}>
      {devices.map(({ id, name }) => (
        <li key={id}>
          <Pictured picture={<ScreenOf id={id} />}>
            <bdi>{name}</bdi>
          </Pictured>
        </li>
      ))}
    </ul>
  )
}

import { ActionIcon, Button, Modal } from '@mantine/core'
import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Override } from '@vitrine/contract/api/playback/manifest'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { ManualSwitch, ScreenSwitch } from '@vitrine/contract/api/screens/manual-switches'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { changeText } from '#lib/text/change-text.ts'
import { usePageZone } from '#lib/text/page-zone.ts'
import { useNow } from '#lib/use-now.ts'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'
import { devicesKey, switchesQuery } from '#queries/devices.ts'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { backToSchedule } from './api.ts'
import styles from './manual-switches.module.css'
import { PlannedSwitches, usePlanned } from './planned.tsx'

/** Manual switches in effect; none without permission to see screens. */
export function useManualSwitches(): readonly ScreenSwitch[] {
  const now = useNow(10_000)
  const enabled = useCan('read', 'devices')
  const { data } = useQuery({ ...switchesQuery(), enabled })
  return (data?.switches ?? []).filter((one) => isInEffect(one, now))
}

/** A switch may have ended since the last response. */
const isInEffect = ({ until }: ManualSwitch, now: number): boolean => until === null || until > now

/** The switch in effect on a screen; null if there is none. */
export function useSwitchOf({
  id: deviceId,
  name: deviceName,
  deviceGroupId,
  manualSwitch,
}: Device): ScreenSwitch | null {
  const now = useNow(10_000)
  if (!manualSwitch || !isInEffect(manualSwitch, now)) return null
  return { ...manualSwitch, deviceId, deviceName, deviceGroupId }
}

/** A switch in the form `whatPlays` takes: the server has already computed its end. */
export const overrideOf = (manual: ManualSwitch | null): Override | null =>
  manual && { storyboardId: manual.storyboardId, since: manual.since, until: manual.until }

function useBackToSchedule() {
  const act = useAction({
    write: (switches: readonly ScreenSwitch[]) =>
      backToSchedule(switches.map(({ deviceId, since }) => ({ deviceId, since }))),
    undo: (switches, ended) =>
      Promise.all(switches.filter(({ deviceId }) => ended.includes(deviceId)).map(switchAgain)),
    done: 'switches.ended',
    failed: 'switches.failed',
    invalidates: [devicesKey],
  })
  return (switches: readonly ScreenSwitch[]) => act(switches)
}

/** Restores an ended switch, with the same end. */
const switchAgain = ({ deviceId, storyboardId, end, until }: ScreenSwitch) =>
  api.devices.switchStory({
    params: { id: deviceId },
    body: { storyboardId, end, ...(end === 'time' && until !== null && { until }) },
  })

type SwitchWords = Pick<ScreenSwitch, 'by' | 'since' | 'end' | 'until'>

/** Who switched a screen, since when and until when. */
export function useSwitchText(): (one: SwitchWords) => string {
  const { t } = useTranslation()
  const zone = usePageZone()
  const now = useNow(60_000)
  return ({ by, since, end, until }) =>
    t(`switches.until.${end === 'next-slot' && until === null ? 'never' : end}`, {
      by: by ?? t('switches.someone'),
      since: changeText(since, now, zone),
      until: until === null ? '' : changeText(until, now, zone),
    })
}

interface ManualSwitchesProps {
  /** Filters the organization's switches; all by default. */
  of?: (one: ScreenSwitch) => boolean
}

/** Lists screens with a manual switch, with *Back to schedule*. Renders nothing without any. */
export function ManualSwitches({ of = () => true }: ManualSwitchesProps) {
  const { t } = useTranslation()
  const switches = useManualSwitches().filter(of)
  const mayWrite = useCan('write', 'devices')
  const mine = mayWrite ? switches.filter(({ isReadOnly }) => !isReadOnly) : []
  const end = useBackToSchedule()
  const textOf = useSwitchText()
  const planned = <PlannedSwitches of={of} />
  if (switches.length === 0) return planned
  return (
    <>
      <section className={styles.switches} aria-label={t('switches.title')}>
        <ul>
          {switches.map((one) => (
            <li key={one.deviceId}>
              <SmallPicture>
                <StoryOf id={one.storyboardId} />
              </SmallPicture>
              <span className={styles.words}>
                <Link to="/app/devices/$id" params={{ id: one.deviceId }} dir="auto">
                  {one.deviceName}
                </Link>
                <strong dir="auto">{one.storyboardName ?? t('devices.unnamed')}</strong>
                <span>{textOf(one)}</span>
              </span>
              {mine.includes(one) && <BackButton name={one.deviceName} onClick={() => void end([one])} />}
            </li>
          ))}
        </ul>
        {mine.length > 1 && (
          <Button variant="default" size="compact-md" onClick={() => void end(mine)}>
            {t('switches.backAll', { count: mine.length })}
          </Button>
        )}
      </section>
      {planned}
    </>
  )
}

/** A note below a group's strip, which shows only its schedule: how many screens deviate from it now or later. */
export function SwitchNote({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const isOf = ({ deviceGroupId }: ScreenSwitch) => deviceGroupId === groupId
  const count = useManualSwitches().filter(isOf).length
  const planned = new Set(
    usePlanned()
      .filter(isOf)
      .map(({ deviceId }) => deviceId),
  ).size
  return (
    <>
      {count > 0 && <span className={styles.note}>{t('switches.ofGroup', { count })}</span>}
      {planned > 0 && <span className={styles.note}>{t('switches.plannedOfGroup', { count: planned })}</span>}
    </>
  )
}

/** *Back to schedule* in a screen's row; renders nothing while the screen follows its schedule. */
export function BackOfRow({ device }: { device: Device }) {
  const { t } = useTranslation()
  const end = useBackToSchedule()
  const manual = useSwitchOf(device)
  if (!manual) return null
  return (
    <ActionIcon
      aria-label={t('switches.backOf', { name: device.name })}
      title={t('switches.back')}
      onClick={() => void end([manual])}
    >
      <ArrowCounterClockwiseIcon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function BackButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<ArrowCounterClockwiseIcon size={16} aria-hidden="true" />}
      aria-label={t('switches.backOf', { name })}
      onClick={onClick}
    >
      {t('switches.back')}
    </Button>
  )
}

/** The manual switch on a screen's page; describes it only while the screen doesn't play it yet. */
export function SwitchOf({ device, mayEnd }: { device: Device; mayEnd: boolean }) {
  const { t } = useTranslation()
  const end = useBackToSchedule()
  const textOf = useSwitchText()
  const manual = useSwitchOf(device)
  const planned = <PlannedSwitches of={({ deviceId }) => deviceId === device.id} ofOne />
  if (!manual) return planned
  return (
    <>
      <div className={styles.one}>
        {device.playing?.storyboardId !== manual.storyboardId && (
          <p>
            {t('switches.waits', { name: manual.storyboardName ?? t('devices.unnamed') })} {textOf(manual)}
          </p>
        )}
        {mayEnd && <BackButton name={device.name} onClick={() => void end([manual])} />}
      </div>
      {planned}
    </>
  )
}

/** All manual switches of the organization, opened from the palette. */
export function ManualSwitchesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const isEmpty = useManualSwitches().length + usePlanned().length === 0
  return (
    <Modal opened={opened} onClose={onClose} title={t('switches.title')} size={640}>
      {isEmpty ? <p>{t('switches.none')}</p> : <ManualSwitches />}
    </Modal>
  )
}

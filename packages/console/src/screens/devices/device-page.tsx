import { Button } from '@mantine/core'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { isCorrectable } from '@vitrine/contract/player/truth'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { useTranslation } from 'react-i18next'
import { agoText } from '#lib/text/ago.ts'
import { changeText } from '#lib/text/change-text.ts'
import { dateText } from '#lib/text/format.ts'
import { usePageZone } from '#lib/text/page-zone.ts'
import { useNow } from '#lib/use-now.ts'
import { ComingButton } from '#pickers/coming/coming-button.tsx'
import { DayStrip } from '#pictures/schedules/day-strip.tsx'
import { stateOf } from '#pictures/screens/device-states.ts'
import { isOldPicture, ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { useLookAt } from '#pictures/screens/use-look-at.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { deviceQuery } from '#queries/devices.ts'
import { spansIn, storyboardsQuery } from '#queries/storyboards.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { OnScreenStrip } from '#screens/plays/on-screen-strip.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page, Section } from '#ui/page/page.tsx'
import { PageZone } from '#ui/page/page-zone.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { DeviceCommands } from './device-commands.tsx'
import { useDeviceDialogs } from './device-dialogs.tsx'
import { DeviceFacts } from './device-facts.tsx'
import styles from './device-page.module.css'
import { NowPlaying } from './now-playing.tsx'
import { comingChanges } from './switches/coming.ts'
import { overrideOf, SwitchOf, useSwitchOf } from './switches/manual-switches.tsx'
import { plannedOverrides, usePlanned } from './switches/planned.tsx'
import { PutRightButton } from './truth/put-right.tsx'
import { WhoMayChange } from './who-may-change.tsx'

const ValuesEditor = lazyPart(async () => (await import('#pickers/values/values-editor.tsx')).ValuesEditor)
const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

/** One screen: what it shows now and why, what is next, its condition, and actions. */
export function DevicePage() {
  const { id } = useParams({ from: '/app/devices/$id' })
  const query = useQuery(deviceQuery(id))
  const groups = useQuery(deviceGroupsQuery())
  const storyboards = useQuery(storyboardsQuery())
  // Wait for these: they render in the middle of the page and would shift its layout.
  const waits = groups.isPending || storyboards.isPending
  return (
    <RecordView query={query} waits={waits}>
      {(device) => <DeviceView device={device} />}
    </RecordView>
  )
}

function DeviceView({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayWrite = useMayChange(device)
  const dialogs = useDeviceDialogs()
  useLookAt(device.connection === 'never' ? [] : [device.id])
  const groups = useQuery(deviceGroupsQuery())
  const group = groups.data?.find(({ id }) => id === device.deviceGroupId)
  return (
    <Page
      title={device.name}
      breadcrumbs={[{ label: t('devices.title'), to: '/app/devices' }]}
      history={device.id}
      actions={<Actions device={device} dialogs={dialogs} />}
    >
      <PageZone zone={group?.schedule.timezone}>
        <div className={styles.top}>
          <Glass device={device} />
          <div className={styles.now}>
            <NowAndWhy device={device} />
            <Coming device={device} />
            {mayWrite && <DeviceCommands device={device} />}
          </div>
        </div>
        <Section title={t('devices.health')}>
          <DeviceFacts
            device={device}
            onReplace={mayWrite ? () => dialogs.replacePlayer(device) : undefined}
          />
        </Section>
        <TagsAndValues device={device} />
        <OnScreenStrip deviceId={device.id} />
        <p>
          <Link to="/app/plays" search={{ device: device.id }}>
            {t('devices.playsOfThis')}
          </Link>
        </p>
        <WhoMayChange device={device} />
        {dialogs.dialog}
      </PageZone>
    </Page>
  )
}

/** Where it is, not somewhere. */
function useMayChange(device: Device): boolean {
  const reachesScreen = useReachesScreen('devices')
  return useCan('write', 'devices') && reachesScreen(device)
}

interface ActionsProps {
  device: Device
  dialogs: ReturnType<typeof useDeviceDialogs>
}

function Actions({ device, dialogs }: ActionsProps) {
  const { t } = useTranslation()
  const mayWrite = useMayChange(device)
  return (
    <>
      <ComingButton deviceId={device.id} />
      {mayWrite && (
        <>
          <Button
            variant="default"
            leftSection={<PencilSimpleIcon size={16} aria-hidden="true" />}
            onClick={() => dialogs.edit(device)}
          >
            {t('devices.edit')}
          </Button>
          <Button
            leftSection={<PlayIcon size={16} aria-hidden="true" />}
            onClick={() => dialogs.changeStory(device)}
          >
            {t('devices.changeStory')}
          </Button>
        </>
      )}
    </>
  )
}

function TagsAndValues({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayChange = useMayChange(device)
  return (
    <Waiting>
      <TagsEditor of="devices" item={device} mayChange={mayChange} />
      <ValuesEditor of="device" id={device.id} mayChange={mayChange} title={t('screenValues.source')} />
    </Waiting>
  )
}

/** The latest screenshot, and its age. */
function Glass({ device }: { device: Device }) {
  const { t } = useTranslation()
  const now = useNow(10_000)
  return (
    <div className={styles.glass}>
      <ScreenPicture device={device} status={stateOf(device)} />
      <p className={styles.quiet}>
        {device.pictureAt === null
          ? t('devices.noPictureYet')
          : t(isOldPicture(device) ? 'devices.pictureOld' : 'devices.pictureAge', {
              ago: agoText(device.pictureAt, now),
            })}
      </p>
    </div>
  )
}

function NowAndWhy({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayWrite = useMayChange(device)
  const zone = usePageZone()
  return (
    <>
      <div className={styles.chips}>
        <StatusChip status={device.connection} />
        <StatusChip status={device.truth.value} />
      </div>
      <div>
        <h2>{t('devices.nowAndWhy')}</h2>
        <NowPlaying device={device} />
        {device.playing?.seenAt != null && (
          <p className={styles.quiet}>
            {t('devices.seenSince', { time: dateText(device.playing.seenAt, 'moment', zone) })}
          </p>
        )}
        <SwitchOf device={device} mayEnd={mayWrite} />
        {mayWrite && !device.manualSwitch && isCorrectable(device.truth.because) && (
          <p className={styles.right}>
            <PutRightButton id={device.id} name={device.name} />
          </p>
        )}
      </div>
    </>
  )
}

/** The day's schedule of the screen's group, and the next changes. */
function Coming({ device }: { device: Device }) {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  const storyboards = useQuery(storyboardsQuery())
  const zone = usePageZone()
  const now = useNow(30_000)
  const override = overrideOf(useSwitchOf(device))
  const planned = plannedOverrides(usePlanned().filter(({ deviceId }) => deviceId === device.id))
  const group = groups.data?.find(({ id }) => id === device.deviceGroupId)
  if (!device.deviceGroup) return <p className={styles.quiet}>{t('devices.noGroup')}</p>
  if (!group) return null
  const nameOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name
  const coming = comingChanges(
    { schedule: group.schedule, override, planned, traits: device.traits ?? NO_TRAITS },
    now,
    3,
    spansIn(storyboards.data, device.traits ?? NO_TRAITS),
  )
  return (
    <div>
      <h2>
        {t('devices.today')} ·{' '}
        <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }}>
          {group.name}
        </Link>
      </h2>
      <DayStrip schedule={group.schedule} nameOf={nameOf} />
      {coming.length > 0 && (
        <ul className={styles.coming}>
          {coming.map(({ at, storyboardId }) => (
            <li key={at}>
              <time dateTime={new Date(at).toISOString()}>
                <bdi>{changeText(at, now, zone)}</bdi>
              </time>{' '}
              <bdi>{nameOf(storyboardId) ?? t('devices.unnamed')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

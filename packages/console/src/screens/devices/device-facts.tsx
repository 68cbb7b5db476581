import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device, DeviceReport } from '@vitrine/contract/api/screens/devices'
import { DEMO_PLAYER } from '@vitrine/contract/player/demo'
import { isPanelProblem } from '@vitrine/contract/player/panel'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { usePageZone } from '#lib/text/page-zone.ts'
import { deviceReportQuery } from '#queries/devices.ts'
import styles from './device-page.module.css'

const DAY_SECONDS = 86_400

interface DeviceFactsProps {
  device: Device
  onReplace?: () => void
}

/** The last reported state of a screen and its player. */
export function DeviceFacts({ device, onReplace }: DeviceFactsProps) {
  const { t } = useTranslation()
  const { data: report } = useQuery(deviceReportQuery(device.id))
  const { screen, ip, lastSeenAt } = device
  const zone = usePageZone()
  return (
    <div className={styles.facts}>
      {report?.isCloned && (
        <p className={styles.warning} role="alert">
          {t('devices.cloned')}
        </p>
      )}
      <dl>
        <Fact label={t('devices.facts.lastSeen')}>
          {lastSeenAt ? dateText(lastSeenAt, 'momentOfSecond', zone) : t('devices.facts.neverSeen')}
        </Fact>
        {screen && <PlayerFacts screen={screen} ip={ip} />}
        {report && <ReportFacts report={report} />}
        {report?.pin && (
          <Fact label={t('devices.facts.pin')}>
            <Pin pin={report.pin} />
          </Fact>
        )}
      </dl>
      {report && report.errors.length > 0 && (
        <div>
          <h3>{t('devices.facts.problems')}</h3>
          <ul className={styles.errors}>
            {report.errors.toReversed().map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <time dateTime={new Date(at).toISOString()}>{dateText(at, 'timeOfSecond', zone)}</time>{' '}
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {onReplace && (
        <Button variant="default" onClick={onReplace}>
          {t('devices.replacePlayer')}
        </Button>
      )}
    </div>
  )
}

function PlayerFacts({ screen, ip }: { screen: NonNullable<Device['screen']>; ip: Device['ip'] }) {
  const { t } = useTranslation()
  return (
    <>
      <Fact label={t('devices.facts.screen')}>
        <bdi dir="ltr">{`${screen.width}×${screen.height}`}</bdi>
      </Fact>
      <Fact label={t('devices.facts.address')}>
        <bdi dir="ltr">{ip}</bdi>
      </Fact>
      {screen.address && (
        <Fact label={t('devices.facts.opened')}>
          <bdi dir="ltr">{screen.address}</bdi>
        </Fact>
      )}
      <Fact label={t('devices.facts.player')}>
        {screen.playerVersion === DEMO_PLAYER ? (
          t('devices.demoScreen')
        ) : (
          <bdi dir="ltr">{screen.playerVersion}</bdi>
        )}
      </Fact>
      {screen.panel && (
        <Fact label={t('devices.facts.panel')}>
          <span className={isPanelProblem(screen.panel) ? styles.wrong : undefined}>
            {t(`devices.facts.panels.${screen.panel}`)}
          </span>
        </Fact>
      )}
      <Fact label={t('devices.facts.keeps')}>{t(`devices.facts.storage.${screen.storage}`)}</Fact>
    </>
  )
}

function ReportFacts({ report }: { report: DeviceReport }) {
  const { t } = useTranslation()
  const { startedAt, download, storage, clockError } = report
  const zone = usePageZone()
  return (
    <>
      {startedAt && (
        <Fact label={t('devices.facts.started')}>{dateText(startedAt, 'momentOfSecond', zone)}</Fact>
      )}
      <Fact label={t('devices.facts.files')}>
        {download.missing > 0
          ? t('devices.facts.downloading', { done: download.total - download.missing, total: download.total })
          : t('devices.facts.allFiles', { count: download.total })}
      </Fact>
      {storage?.used != null && (
        <Fact label={t('devices.facts.disk')}>
          {storage.room === null
            ? fileSize(storage.used)
            : t('devices.facts.used', { used: fileSize(storage.used), room: fileSize(storage.room) })}
        </Fact>
      )}
      {clockError != null && (
        <Fact label={t('devices.facts.clock')}>
          <bdi dir="ltr">± {Math.max(1, Math.round(clockError))} ms</bdi>
        </Fact>
      )}
      {report.machine && <MachineList machine={report.machine} />}
    </>
  )
}

/** The machine's state, as reported by kiosk.sh's helper. */
function MachineList({ machine }: { machine: NonNullable<DeviceReport['machine']> }) {
  const { t } = useTranslation()
  const { temperature, disk, memory, wifi, uptime, browser } = machine
  const room = ({ free, total }: { free: number; total: number }) =>
    t('devices.facts.free', { free: fileSize(free), total: fileSize(total) })
  return (
    <>
      {temperature !== null && (
        <Fact label={t('devices.facts.temperature')}>
          <bdi dir="ltr">{Math.round(temperature)} °C</bdi>
        </Fact>
      )}
      {memory && <Fact label={t('devices.facts.memory')}>{room(memory)}</Fact>}
      {disk && <Fact label={t('devices.facts.machineDisk')}>{room(disk)}</Fact>}
      {wifi !== null && (
        <Fact label={t('devices.facts.wifi')}>
          <bdi dir="ltr">{wifi} dBm</bdi>
        </Fact>
      )}
      {uptime !== null && (
        <Fact label={t('devices.facts.uptime')}>
          {t(uptime < DAY_SECONDS ? 'devices.facts.hours' : 'devices.facts.days', {
            count: Math.floor(uptime / (uptime < DAY_SECONDS ? 3600 : DAY_SECONDS)),
          })}
        </Fact>
      )}
      {browser && (
        <Fact label={t('devices.facts.browser')}>
          <bdi dir="ltr">{browser}</bdi>
        </Fact>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Masked until clicked, against shoulder surfing. */
function Pin({ pin }: { pin: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return shown ? (
    <bdi dir="ltr" className={styles.pin}>
      {pin}
    </bdi>
  ) : (
    <Button variant="subtle" size="compact-sm" onClick={() => setShown(true)}>
      {t('devices.facts.showPin')}
    </Button>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/screen/status.tsx'
import { problemsFirst, stateOf } from './device-states.ts'
import { NowPlaying } from './now-playing.tsx'
import { ScreenPicture } from './screen-picture.tsx'
import { useLookAt } from './use-look-at.ts'

import styles from './wall.module.css'

/** Little screens at once; as many as are asked for pictures together. */
const AT_ONCE = 60

/** Pixels that a little screen is high at most. */
const GLASS = 128

/** What all screens show now, problems first. */
export function Wall({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation()
  const [count, setCount] = useState(AT_ONCE)
  const shown = problemsFirst(devices).slice(0, count)
  useLookAt(shown.slice(-AT_ONCE).map(({ id }) => id))
  return (
    <>
      <ul className={styles.wall}>
        {shown.map((device) => (
          <li key={device.id}>
            <Tile device={device} />
          </li>
        ))}
      </ul>
      {shown.length < devices.length && (
        <Button variant="default" className={styles.more} onClick={() => setCount(count + AT_ONCE)}>
          {t('devices.moreTiles', { count: devices.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Tile({ device }: { device: Device }) {
  const state = stateOf(device)
  return (
    <Link to="/app/devices/$id" params={{ id: device.id }} className={styles.tile}>
      <span className={styles.glass}>
        <ScreenPicture device={device} status={state} height={GLASS} />
      </span>
      <span className={styles.name}>
        <strong>{device.name}</strong>
        <StatusChip status={state} />
      </span>
      <NowPlaying device={device} />
    </Link>
  )
}

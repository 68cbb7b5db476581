import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { stateOf } from '#pictures/screens/device-states.ts'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { useLookAt } from '#pictures/screens/use-look-at.ts'
import { WALL_PAGE, wallQuery } from '#queries/devices.ts'
import { CutName } from '#ui/cut-name.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { StatusChip } from '#ui/screen/status.tsx'
import { NowPlaying } from './now-playing.tsx'
import styles from './wall.module.css'

interface WallProps {
  only: DeviceFacet | undefined
  tag: string | undefined
  search: string | undefined
}

/** Live pictures of all screens, problems first. */
export function Wall(props: WallProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLUListElement>(null)
  useRoving(grid)
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(wallQuery(props))
  const shown = data?.pages.flatMap(({ devices }) => devices) ?? []
  const total = data?.pages.at(-1)?.total ?? shown.length
  useLookAt(shown.slice(-WALL_PAGE).map(({ id }) => id))
  return (
    <>
      <ul ref={grid} className={styles.wall}>
        {shown.map((device) => (
          <li key={device.id}>
            <Tile device={device} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" className={styles.more} onClick={() => void fetchNextPage()}>
          {t('devices.moreTiles', { count: total - shown.length })}
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
        <ScreenPicture device={device} status={state} height="var(--glass)" />
      </span>
      <span className={styles.name}>
        <strong>
          <CutName text={device.name} />
        </strong>
        <StatusChip status={state} />
      </span>
      <NowPlaying device={device} />
    </Link>
  )
}

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type VideoWall, VideoWallInput } from '@vitrine/contract/api/screens/video-wall'
import { wallPart } from '@vitrine/contract/player/wall-part'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { devicesQuery } from '#queries/devices.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import styles from './wall-drawing.module.css'
import { placeScreen } from './wall-places.ts'

const share = (part: number, whole: number): string => `${(part / whole) * 100}%`

/** The wall's appearance: the default storyboard behind the frames, and the screen in each panel. */
export function WallDrawing({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const wall = useDrawn()
  const { across, down } = wallPart(wall, 0)
  const ratio = (across * wall.panelWidth) / (down * wall.panelHeight)
  const parts = wall.screens.map((_, place) => wallPart(wall, place))
  const panels = parts.map(({ left, top }) => `M${left} ${top}h1v1h-1z`).join('')
  return (
    <fieldset className={styles.places}>
      <legend>{t('videoWall.places')}</legend>
      <div className={styles.scroll} dir="ltr">
        <div
          className={styles.wall}
          style={{ aspectRatio: ratio, minInlineSize: `calc(${wall.columns} * var(--panel-least))` }}
        >
          <Picture group={group} ratio={ratio} />
          <svg
            viewBox={`0 0 ${across} ${down}`}
            preserveAspectRatio="none"
            className={styles.frames}
            aria-hidden="true"
          >
            <path fillRule="evenodd" d={`M0 0H${across}V${down}H0z${panels}`} />
            <path d={panels} className={styles.edges} />
          </svg>
          {parts.map(({ left, top }, place) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
              key={place}
              className={styles.panel}
              style={{
                left: share(left, across),
                top: share(top, down),
                width: share(1, across),
                height: share(1, down),
              }}
            >
              <Place group={group} wall={wall} place={place} />
            </div>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** The form's wall; the last valid one while a number is being typed. */
function useDrawn(): VideoWall {
  const now = VideoWallInput.safeParse(useWatch({ name: 'wall' })).data
  const [last, setLast] = useState(now)
  if (now && JSON.stringify(now) !== JSON.stringify(last)) setLast(now)
  const drawn = now ?? last
  if (!drawn) throw new Error('A video wall starts as a valid one')
  return drawn
}

function Place({ group, wall, place }: { group: DeviceGroup; wall: VideoWall; place: number }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const { data: devices = [] } = useQuery(devicesQuery())
  const id = wall.screens[place] ?? null
  return (
    <Select
      size="xs"
      aria-label={t('videoWall.place', {
        column: (place % wall.columns) + 1,
        row: Math.floor(place / wall.columns) + 1,
      })}
      placeholder={t('videoWall.none')}
      data={devices
        .filter((device) => group.devices.includes(device.id))
        .map((device) => ({ value: device.id, label: device.name }))}
      value={id}
      clearable
      searchable
      onChange={(next) =>
        setValue('wall.screens', placeScreen(wall.screens, place, next), {
          shouldDirty: true,
          shouldValidate: true,
        })
      }
    />
  )
}

/** Contained and centered, like players fit a page. */
function Picture({ group: { storyboardId }, ratio }: { group: DeviceGroup; ratio: number }) {
  const { t } = useTranslation()
  const { data: storyboards } = useQuery(storyboardsQuery())
  const storyboard = storyboards?.find(({ id }) => id === storyboardId)
  if (!storyboard)
    return storyboards ? <span className={styles.nothing}>{t('videoWall.nothing')}</span> : null
  const own = storyboard.width / storyboard.height
  return (
    <div className={styles.picture}>
      <div style={{ inlineSize: `${Math.min(1, own / ratio) * 100}%` }}>
        <StoryThumb storyboard={storyboard} />
      </div>
    </div>
  )
}

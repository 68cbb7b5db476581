import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FloorDevice, type FloorPlace, PLAN_SIDE } from '@vitrine/contract/api/places/floors'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { stateOf } from '#pictures/screens/device-states.ts'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { devicePictureQuery } from '#queries/devices.ts'
import { NowPlaying } from '#screens/devices/now-playing.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { StatusChip, StatusSign, statusText } from '#ui/screen/status.tsx'
import { STATUS_TONES } from '#ui/screen/status-tones.ts'
import { facingFrom, namedFacing, placeAfterKey, pointOn } from './place.ts'
import styles from './plan.module.css'

export interface Placed extends FloorDevice {
  place: FloorPlace
}

/** A screen's place as CSS. left, not inset-inline-start: plans aren't mirrored. */
const placeStyle = ({ x, y, facing }: FloorPlace) =>
  ({
    left: `${(100 * x) / PLAN_SIDE}%`,
    top: `${(100 * y) / PLAN_SIDE}%`,
    '--facing': `${facing}deg`,
  }) as CSSProperties

/** A screen on the plan, with its status, direction, and picture; links to the screen's page. */
export function PlanMarker({ device }: { device: Placed }) {
  const state = stateOf(device)
  return (
    <div className={styles.marker} style={placeStyle(device.place)} data-tone={STATUS_TONES[state]}>
      <span className={styles.beam} />
      <Tooltip label={<Peek device={device} />} openDelay={100} classNames={{ tooltip: styles.peek }}>
        <Link
          to="/app/devices/$id"
          params={{ id: device.id }}
          className={styles.disc}
          aria-label={useMarkerLabel(device)}
        >
          <StatusSign status={state} size={18} />
        </Link>
      </Tooltip>
      <Name device={device} />
    </div>
  )
}

function useMarkerLabel(device: Placed): string {
  const { t } = useTranslation()
  const facing = t(`floors.plan.facings.${namedFacing(device.place.facing)}`)
  const state = stateOf(device)
  const status =
    state === 'right' || state === 'differs' ? t(`floors.plan.states.${state}`) : t(statusText(state))
  return t('floors.plan.screen', { name: device.name, status, facing })
}

const Name = ({ device: { name } }: { device: Placed }) => (
  <span className={styles.name} aria-hidden="true" dir="auto">
    {name}
  </span>
)

/** A picture of what the screen shows, or should show. */
function Peek({ device: { id, name, ...known } }: { device: Placed }) {
  const { data: device } = useQuery(devicePictureQuery(id))
  const state = stateOf(device ?? known)
  return (
    <div className={styles.look}>
      {device ? <ScreenPicture device={device} status={state} height="140px" /> : <ScreenTile alt=" " />}
      <strong dir="auto">{name}</strong>
      <StatusChip status={state} />
      {device && <NowPlaying device={device} />}
    </div>
  )
}

interface MovingMarkerProps {
  device: Placed
  isSelected: boolean
  /** Takes the focus because a button has just placed it. */
  takesFocus: boolean
  hintId: string
  box: () => DOMRect | undefined
  onSelect: () => void
  onPut: (place: FloorPlace | null) => void
}

/** A draggable screen in edit mode. */
export function MovingMarker(props: MovingMarkerProps) {
  const { device, isSelected, takesFocus, hintId, onSelect, onPut } = props
  const { place } = device
  const button = useRef<HTMLButtonElement>(null)
  const state = stateOf(device)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = ['Delete', 'Backspace'].includes(event.key) ? null : placeAfterKey(place, event)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onPut(next)
  }
  return (
    <div
      className={styles.marker}
      style={placeStyle(place)}
      data-tone={STATUS_TONES[state]}
      data-selected={isSelected || undefined}
    >
      <span className={styles.beam} />
      <button
        ref={button}
        type="button"
        className={styles.disc}
        data-moving
        aria-label={useMarkerLabel(device)}
        aria-describedby={hintId}
        aria-pressed={isSelected}
        onFocus={onSelect}
        onKeyDown={press}
        {...useDragging(props)}
      >
        <StatusSign status={state} size={18} />
      </button>
      {isSelected && <TurnGrip {...props} />}
      <Name device={device} />
    </div>
  )
}

/** Drags a screen, keeping the offset at which it was grabbed. */
function useDragging({ device, box, onPut, onSelect }: MovingMarkerProps) {
  const grabbed = useRef<{ x: number; y: number; moves: boolean }>(undefined)
  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      onSelect()
      event.currentTarget.setPointerCapture(event.pointerId)
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      grabbed.current = {
        x: event.clientX - left - width / 2,
        y: event.clientY - top - height / 2,
        moves: false,
      }
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      const from = grabbed.current
      const plan = box()
      if (!from || !plan) return
      const point = pointOn(plan, { x: event.clientX - from.x, y: event.clientY - from.y })
      // Below this distance the gesture is a tap, which selects.
      const far = Math.hypot(point.x - device.place.x, point.y - device.place.y) * (plan.width / PLAN_SIDE)
      if (!from.moves && far < 4) return
      from.moves = true
      onPut({ ...device.place, ...point })
    },
    onLostPointerCapture: () => {
      grabbed.current = undefined
    },
  }
}

/** A handle to turn a screen by dragging; the keyboard equivalent is R. */
function TurnGrip({ device, onPut }: MovingMarkerProps) {
  const { t } = useTranslation()
  const turning = useRef(false)
  return (
    <span
      className={styles.turn}
      title={t('floors.plan.turnGrip')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        turning.current = true
      }}
      onPointerMove={(event) => {
        const marker = event.currentTarget.parentElement?.getBoundingClientRect()
        if (!turning.current || !marker) return
        const facing = facingFrom({ x: marker.left, y: marker.top }, { x: event.clientX, y: event.clientY })
        if (facing !== device.place.facing) onPut({ ...device.place, facing })
      }}
      onLostPointerCapture={() => {
        turning.current = false
      }}
    />
  )
}

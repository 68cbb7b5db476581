import type { FloorDevice, FloorPlace, FloorPlan } from '@vitrine/contract/api/places/floors'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '#lib/files.ts'
import { pointOn, ratioOf } from './place.ts'
import styles from './plan.module.css'
import { MovingMarker, type Placed, PlanMarker } from './plan-marker.tsx'

/** The drag data type of a screen from the list: its id. */
export const DRAGGED = 'application/x-vitrine-screen'

export interface Arranging {
  selected: string | undefined
  /** The screen that a button has just placed. */
  fresh: string | undefined
  select(id: string): void
  put(id: string, place: FloorPlace | null): void
}

interface PlanViewProps {
  plan: FloorPlan
  label: string
  devices: readonly FloorDevice[]
  /** Present in edit mode; otherwise screens are links. */
  arranging: Arranging | undefined
}

export const isPlaced = (device: FloorDevice): device is Placed => device.place !== null

/** The plan's picture with its screens. */
export function PlanView({ plan, label, devices, arranging }: PlanViewProps) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const hintId = useId()
  const paper = useRef<HTMLDivElement>(null)
  const [natural, setNatural] = useState<number>()
  const ratio = ratioOf(plan) ?? natural
  const placed = devices.filter(isPlaced)
  const drop = (event: React.DragEvent) => {
    const id = event.dataTransfer.getData(DRAGGED)
    const box = paper.current?.getBoundingClientRect()
    if (!id || !box || !arranging) return
    event.preventDefault()
    arranging.put(id, { ...pointOn(box, { x: event.clientX, y: event.clientY }), facing: 180 })
    arranging.select(id)
  }
  return (
    <div className={styles.ground}>
      <Paper ratio={ratio} onDrop={arranging && drop} paper={paper} label={label}>
        <img
          src={fileUrl(plan.url)}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setNatural(ratioOf({ width, height }))
          }
        />
        {placed.map((device) =>
          arranging ? (
            <MovingMarker
              key={device.id}
              device={device}
              isSelected={arranging.selected === device.id}
              takesFocus={arranging.fresh === device.id}
              hintId={hintId}
              box={() => paper.current?.getBoundingClientRect()}
              onSelect={() => arranging.select(device.id)}
              onPut={(place) => arranging.put(device.id, place)}
            />
          ) : (
            <PlanMarker key={device.id} device={device} />
          ),
        )}
      </Paper>
      {arranging && (
        <p id={hintId} className={styles.hint}>
          {t('floors.plan.hint')}
        </p>
      )}
    </div>
  )
}

interface PaperProps {
  ratio: number | undefined
  label: string
  paper: React.RefObject<HTMLDivElement | null>
  onDrop: ((event: React.DragEvent) => void) | undefined
  children: ReactNode
}

function Paper({ ratio, label, paper, onDrop, children }: PaperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={paper}
      role="group"
      aria-label={label}
      className={styles.paper}
      dir="ltr"
      style={{ '--ratio': ratio ?? 1.5 } as CSSProperties}
      onDragOver={(event) => {
        if (onDrop && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}

import { Button, Popover } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { ArrowsOutIcon } from '@phosphor-icons/react/dist/csr/ArrowsOut'
import { useQuery } from '@tanstack/react-query'
import { geoPath } from 'd3-geo'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { feature, mesh } from 'topojson-client'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { numberText } from '#lib/text/format.ts'
import { StatusChip } from '#ui/screen/status.tsx'
import { STATUS_TONES } from '#ui/screen/status-tones.ts'
import styles from './building-map.module.css'
import { canEnlarge, type MapSize, mapOf, type Pin, pinsOf, scaleBar } from './site-map.ts'
import { type BuildingSite, statesOf, worstOf } from './sites.ts'

/** Coastlines and borders of Natural Earth, in the public domain. */
const groundQuery = {
  queryKey: ['map-ground'],
  queryFn: async () => {
    const { default: atlas } = await loadChunk(() => import('world-atlas/countries-50m.json'))
    const world = atlas as unknown as Parameters<typeof feature>[0]
    const { land, countries } = world.objects
    return {
      land: land && feature(world, land),
      borders: countries && mesh(world, countries as Parameters<typeof mesh>[1], (a, b) => a !== b),
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
}

/** A map of the buildings with their screens' status. Rendered locally, so no map service receives their locations. */
export function BuildingMap({ sites }: { sites: readonly BuildingSite[] }) {
  const { t } = useTranslation()
  const { ref, width, height } = useElementSize()
  const [enlarged, setEnlarged] = useState<readonly string[]>([])
  const part = sites.filter(({ id }) => enlarged.includes(id))
  return (
    <section aria-label={t('floors.map.title')} className={styles.map}>
      <div
        ref={ref}
        className={styles.ground}
        style={width > 0 ? ({ '--ratio': `${width} / ${height}` } as CSSProperties) : undefined}
      >
        {width > 0 && (
          <Drawn
            sites={sites}
            shown={part.length > 1 ? part : sites}
            size={{ width, height }}
            onEnlarge={(pin) => setEnlarged(pin.sites.map(({ id }) => id))}
          />
        )}
      </div>
      {part.length > 1 && (
        <Button
          className={styles.all}
          size="compact-sm"
          variant="default"
          leftSection={<ArrowsOutIcon size={16} />}
          onClick={() => setEnlarged([])}
        >
          {t('floors.map.all')}
        </Button>
      )}
    </section>
  )
}

interface DrawnProps {
  sites: readonly BuildingSite[]
  /** The map is zoomed to fit these. */
  shown: readonly BuildingSite[]
  size: MapSize
  onEnlarge: (pin: Pin<BuildingSite>) => void
}

function Drawn({ sites, shown, size, onEnlarge }: DrawnProps) {
  const places = shown.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join()
  const { width, height } = size
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refetch makes a new list; its places rarely change
  const projection = useMemo(() => mapOf(shown, { width, height }), [places, width, height])
  const { data: ground } = useQuery(groundQuery)
  const [land, borders] = useMemo(() => {
    const path = geoPath(projection).digits(1)
    return [ground?.land, ground?.borders].map((part) => (part ? (path(part) ?? '') : ''))
  }, [ground, projection])
  const inside = ({ x, y }: Pin<BuildingSite>) => x >= 0 && y >= 0 && x <= width && y <= height
  // In shares of the map, which has another size on paper.
  const share = (pixels: number, of: number) => `${(100 * pixels) / of}%`
  const { pixels, meters } = scaleBar(projection, size)
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} width="100%" height="100%" aria-hidden="true">
        {/* Fill the map with land until the coastlines load: a city in the sea looks broken. */}
        <path d={ground ? land : `M0 0H${width}V${height}H0Z`} className={styles.land} />
        <path d={borders} className={styles.borders} />
      </svg>
      {pinsOf(sites, projection)
        .filter(inside)
        .map((pin) => (
          <PinButton
            key={pin.sites[0]?.id}
            pin={pin}
            left={share(pin.x, width)}
            top={share(pin.y, height)}
            canEnlarge={pin.sites.length > 1 && canEnlarge(pin.sites, size)}
            onEnlarge={onEnlarge}
          />
        ))}
      <Scale across={share(pixels, width)} meters={meters} />
    </>
  )
}

interface PinButtonProps {
  pin: Pin<BuildingSite>
  left: string
  top: string
  canEnlarge: boolean
  onEnlarge: (pin: Pin<BuildingSite>) => void
}

/** A cluster of buildings zooms in if that separates them, and otherwise lists them. */
function PinButton({ pin, left, top, canEnlarge: enlarges, onEnlarge }: PinButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { sites } = pin
  const [first] = sites
  const worst = worstOf(sites)
  const name = sites.length > 1 ? t('floors.map.buildings', { count: sites.length }) : (first?.name ?? '')
  return (
    <Popover opened={opened} onChange={setOpened} position="top" withArrow trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.pin}
          // left, not inset-inline-start: the map is not mirrored.
          style={{ left, top }}
          data-tone={worst ? STATUS_TONES[worst] : 'neutral'}
          aria-expanded={enlarges ? undefined : opened}
          onClick={() => (enlarges ? onEnlarge(pin) : setOpened(!opened))}
        >
          <span className={styles.dot}>{sites.length > 1 ? sites.length : ''}</span>
          <bdi className={styles.name}>{name}</bdi>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.list}>
        <ul>
          {sites.map((site) => (
            <SiteEntry key={site.id} site={site} onChoose={() => setOpened(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Scrolls to the building in the list below the map. */
function SiteEntry({ site, onChoose }: { site: BuildingSite; onChoose: () => void }) {
  const { t } = useTranslation()
  const show = () => {
    const head = document.getElementById(`building-${site.id}`)
    head?.scrollIntoView({ block: 'start' })
    head?.focus()
    onChoose()
  }
  const states = statesOf(site)
  return (
    <li>
      <Button variant="subtle" size="compact-sm" onClick={show}>
        <bdi>{site.name}</bdi>
      </Button>
      <p>
        <bdi>{site.location}</bdi>
      </p>
      {states.length === 0 && <p>{t('floors.none')}</p>}
      <p className={styles.states}>
        {states.map(([status, count]) => (
          <span key={status}>
            {count} <StatusChip status={status} />
          </span>
        ))}
      </p>
    </li>
  )
}

function Scale({ across, meters }: { across: string; meters: number }) {
  const [amount, unit] = meters < 1000 ? [meters, 'meter'] : [meters / 1000, 'kilometer']
  return (
    <span className={styles.scale} style={{ inlineSize: across }} aria-hidden="true">
      {numberText(amount, { style: 'unit', unit })}
    </span>
  )
}

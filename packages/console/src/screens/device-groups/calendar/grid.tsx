import { Skeleton } from '@mantine/core'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { NearItem } from '#ui/list/near-item.tsx'
import styles from './calendar.module.css'
import { GridHead } from './grid-head.tsx'
import { Legend } from './legend.tsx'
import type { Shared } from './row-props.ts'
import type { HolidayNames } from './use-holidays.ts'

interface GridProps {
  groups: readonly DeviceGroup[]
  days: readonly string[]
  today: string
  holidays: HolidayNames
  label: string
  nameOf: Shared['nameOf']
  isWaiting: boolean
  children: (group: DeviceGroup) => ReactNode
}

/** Rows that are drawn while groups load. */
const WAITING = 3

/** The days as columns, and a row per group; rows far from what is seen aren't drawn, except for printing. */
export function Grid({ groups, days, today, holidays, label, nameOf, isWaiting, children }: GridProps) {
  const { t } = useTranslation()
  const isPrinting = usePrinting()
  const Row = isPrinting ? 'li' : NearItem
  const size = { '--days': days.length, '--rows': isWaiting ? WAITING : groups.length } as CSSProperties
  return (
    <div className={styles.main}>
      <section aria-label={label} className={styles.scroll}>
        <div
          className={styles.grid}
          data-calendar
          data-view={days.length > 7 ? 'month' : 'week'}
          style={size}
        >
          <GridHead {...{ days, today, holidays }} />
          {isWaiting && (
            <div className={styles.waiting} role="status">
              <span className="visually-hidden">{t('overlay.loading')}</span>
              {Array.from({ length: WAITING }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <Skeleton key={row} height={120} />
              ))}
            </div>
          )}
          <ol className={styles.rows}>
            {groups.map((group) => (
              <Row key={group.id} className={styles.row}>
                {children(group)}
              </Row>
            ))}
          </ol>
        </div>
      </section>
      <Legend {...{ groups, days, holidays, nameOf }} />
    </div>
  )
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture when the event's handlers have returned.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

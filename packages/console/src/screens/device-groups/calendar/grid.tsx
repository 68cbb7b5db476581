import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText, weekdayText } from '#lib/text/format.ts'
import { NearItem } from '#ui/list/near-item.tsx'
import styles from './calendar.module.css'

interface GridProps {
  groups: readonly DeviceGroup[]
  days: readonly string[]
  today: string
  label: string
  children: (group: DeviceGroup) => ReactNode
}

/** The days as columns, and a row per group; rows far from what is seen aren't drawn, except for printing. */
export function Grid({ groups, days, today, label, children }: GridProps) {
  const isPrinting = usePrinting()
  const Row = isPrinting ? 'li' : NearItem
  const size = { '--days': days.length, '--rows': groups.length } as CSSProperties
  return (
    <section aria-label={label} className={styles.scroll}>
      <div className={styles.grid} data-calendar data-view={days.length > 7 ? 'month' : 'week'} style={size}>
        <div className={styles.head} aria-hidden="true">
          <span />
          <div className={styles.cells}>
            {days.map((day) => (
              <span key={day} data-today={day === today || undefined}>
                <span>
                  {weekdayText(new Date(Date.parse(day)).getUTCDay(), days.length > 7 ? 'narrow' : 'short')}
                </span>
                <b>{days.length > 7 ? Number(day.slice(8)) : dateText(Date.parse(day), 'monthDay', 'UTC')}</b>
              </span>
            ))}
          </div>
        </div>
        <ol className={styles.rows}>
          {groups.map((group) => (
            <Row key={group.id} className={styles.row}>
              {children(group)}
            </Row>
          ))}
        </ol>
      </div>
    </section>
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

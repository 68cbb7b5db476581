import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { leavePage, pageViewersQuery } from '#queries/page-viewers.ts'
import { useCan } from '#ui/work/use-can.ts'
import { initialsOf } from './initials.ts'
import styles from './other-viewers.module.css'

/** Initials in the bar; everyone is in the popover. */
const SHOWN = 3

/** The other people who have the page open, while they have. `id`: empty until the first save. */
export function OtherViewers({ id }: { id: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const enabled = useCan('read', 'comments') && id !== ''
  const { data: people = [] } = useQuery({ ...pageViewersQuery(id), enabled })
  useEffect(() => {
    if (!enabled) return
    const leave = () => leavePage(id)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [enabled, id])
  if (people.length === 0) return null
  const label = t('designer.alsoHere', { names: listText(people.map(({ name }) => name)) })
  const shown = people.slice(0, people.length > SHOWN ? SHOWN - 1 : SHOWN)
  const more = people.length - shown.length
  return (
    <Popover position="bottom-end" withArrow opened={opened} onChange={setOpened} returnFocus>
      <Popover.Target>
        <button type="button" className={styles.people} title={label} onClick={() => setOpened(!opened)}>
          {shown.map(({ id: person, name }) => (
            <span key={person} className={styles.initials}>
              {initialsOf(name)}
            </span>
          ))}
          {more > 0 && <span className={styles.initials}>{`+${more}`}</span>}
          {/* Voice control finds buttons by what they show, so the initials are in the name, too. */}
          <span className="visually-hidden">{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.title}>{t('designer.hereNow')}</p>
        <ul className={styles.names}>
          {people.map(({ id: person, name }) => (
            <li key={person}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bar.module.css'
import { ScreensButton } from './screens-button.tsx'

/** More names than anyone reads. */
const NAMED = 50

/** The button and the popover with the screens' names. */
export function OpenScreens({ id, screens }: { id: string; screens: readonly Device[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-start" width={280} withArrow opened={opened} onChange={setOpened} returnFocus>
      <Popover.Target>
        <ScreensButton count={screens.length} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={styles.screenList}>
          {screens.slice(0, NAMED).map(({ id: device, name, playing }) => (
            <li key={device}>
              <Link to="/app/devices/$id" params={{ id: device }}>
                <bdi>{name}</bdi>
              </Link>
              <span>
                {playing?.pageId === id
                  ? t('designer.showsNow')
                  : t('designer.inStory', { name: playing?.storyboardName ?? '' })}
              </span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

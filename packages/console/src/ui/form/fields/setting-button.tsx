import { ActionIcon, Popover } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { type ReactNode, useState } from 'react'
import { Waiting } from '#ui/late/lazy-part.tsx'
import styles from './setting-button.module.css'

interface SettingButtonProps {
  icon: Icon
  title: string
  /** The title with the name of the thing that is set. */
  label: string
  isSet: boolean
  /** Absent: it can't be wrong. */
  isWrong?: boolean
  /** What is set, beside the button; empty: nothing. */
  words: string
  /** Whether the words have names that people chose, in any script. */
  hasNames?: boolean
  dropdownClass?: string | undefined
  /** The form, which loads when it opens. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small form, and says beside it what is set. */
export function SettingButton(props: SettingButtonProps) {
  const { icon: Sign, title, label, isSet, isWrong, words, hasNames = false, dropdownClass, children } = props
  const [opened, setOpened] = useState(false)
  return (
    <span className={styles.setting}>
      <Popover
        opened={opened}
        onChange={setOpened}
        returnFocus
        withinPortal
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <ActionIcon
            size={28}
            aria-label={label}
            title={title}
            aria-haspopup="dialog"
            aria-invalid={isWrong}
            color={isWrong ? 'red' : isSet ? undefined : 'gray'}
            onClick={() => setOpened(!opened)}
          >
            <Sign size={16} aria-hidden="true" weight={isSet ? 'fill' : 'regular'} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={dropdownClass} aria-label={label}>
          <Waiting>{children(() => setOpened(false))}</Waiting>
        </Popover.Dropdown>
      </Popover>
      {words && (
        <span className={styles.words} title={words} {...(hasNames && { dir: 'auto' })}>
          {words}
        </span>
      )}
    </span>
  )
}

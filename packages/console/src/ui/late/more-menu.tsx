import { ActionIcon } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { type ReactElement, Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

export interface MenuEntry {
  id: string
  label: string
  icon?: Icon
  /** Takes something away. */
  bad?: boolean
  run: () => void
}

const load = async () => (await import('./open-menu.tsx')).OpenMenu
const OpenMenu = lazyPart(load)

export interface MoreMenuProps {
  label: string
  size?: number
  entries: readonly MenuEntry[]
  /** The button's sign. */
  children: ReactElement
}

/** A button with a menu, which comes when somebody is about to press it: lists have hundreds of these. */
export function MoreMenu({ label, size, entries, children }: MoreMenuProps) {
  const [asked, setAsked] = useState(false)
  const ahead = () => void load().catch(() => {})
  const button = (
    <ActionIcon
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      size={size}
      onClick={() => setAsked(true)}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      {children}
    </ActionIcon>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <OpenMenu label={label} size={size} entries={entries}>
        {children}
      </OpenMenu>
    </Suspense>
  )
}

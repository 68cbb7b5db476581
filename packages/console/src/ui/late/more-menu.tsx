import { ActionIcon } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { MoreMenuProps } from './open-menu.tsx'

const load = async () => (await import('./open-menu.tsx')).OpenMenu
const OpenMenu = lazyPart(load)

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

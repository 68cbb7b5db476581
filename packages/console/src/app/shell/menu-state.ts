import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'

interface MenuState {
  /** In a wide window. */
  collapsed: boolean
  /** In a narrow window, where the menu starts collapsed. */
  expanded: boolean
  folded: readonly string[]
}

function stored(): MenuState {
  const value = readJson(storage, STORED.menu)
  const { collapsed, expanded, folded } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<MenuState>
  return {
    collapsed: collapsed === true,
    expanded: expanded === true,
    folded: Array.isArray(folded) ? folded : [],
  }
}

/** The menu's state, saved in this browser: collapsed, and which groups are folded. */
export function useMenuState() {
  const small = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false })
  const [state, setState] = useState(stored)
  const keep = (next: MenuState) => {
    storage.set(STORED.menu, JSON.stringify(next))
    setState(next)
  }
  return {
    folded: state.folded,
    collapsed: small ? !state.expanded : state.collapsed,
    toggle: () =>
      keep(small ? { ...state, expanded: !state.expanded } : { ...state, collapsed: !state.collapsed }),
    fold: (group: string) => {
      const folded = state.folded.includes(group)
        ? state.folded.filter((one) => one !== group)
        : [...state.folded, group]
      keep({ ...state, folded })
    },
  }
}

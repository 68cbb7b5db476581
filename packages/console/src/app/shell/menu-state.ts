import { useState } from 'react'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'

interface MenuState {
  collapsed: boolean
  folded: readonly string[]
}

function stored(): MenuState {
  const value = readJson(storage, STORED.menu)
  const { collapsed, folded } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<MenuState>
  return { collapsed: collapsed === true, folded: Array.isArray(folded) ? folded : [] }
}

/** Whether the menu is narrow and which of its groups are folded, remembered in this browser. */
export function useMenuState() {
  const [state, setState] = useState(stored)
  const keep = (next: MenuState) => {
    storage.set(STORED.menu, JSON.stringify(next))
    setState(next)
  }
  return {
    ...state,
    toggle: () => keep({ ...state, collapsed: !state.collapsed }),
    fold: (group: string) => {
      const folded = state.folded.includes(group)
        ? state.folded.filter((one) => one !== group)
        : [...state.folded, group]
      keep({ ...state, folded })
    },
  }
}

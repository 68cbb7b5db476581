import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { screenCountQuery } from '#features/devices/queries.ts'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'

interface MenuState {
  /** In a wide window. */
  collapsed: boolean
  /** In a narrow window, where the menu starts collapsed. */
  expanded: boolean
  folded: readonly string[]
  /** Shows all entries, once the user asked for them or there were several screens. */
  whole: boolean
}

function stored(): MenuState {
  const value = readJson(storage, STORED.menu)
  const { collapsed, expanded, folded, whole } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<MenuState>
  return {
    collapsed: collapsed === true,
    expanded: expanded === true,
    folded: Array.isArray(folded) ? folded : [],
    whole: whole === true,
  }
}

/** Whether there is more than one screen. */
function useManyScreens(enabled: boolean): boolean {
  const { data = 0 } = useQuery({ ...screenCountQuery(), enabled })
  return data > 1
}

/** The menu's state, saved in this browser: collapsed, shortened, and which groups are folded. */
export function useMenuState() {
  const small = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false })
  const [state, setState] = useState(stored)
  const keep = (next: MenuState) => {
    storage.set(STORED.menu, JSON.stringify(next))
    setState(next)
  }
  const many = useManyScreens(!state.whole)
  useEffect(() => {
    if (!many) return
    // Keep entries visible after a screen is deleted: users expect them by then.
    setState((before) => {
      storage.set(STORED.menu, JSON.stringify({ ...before, whole: true }))
      return { ...before, whole: true }
    })
  }, [many])
  return {
    whole: state.whole || many,
    showAll: () => keep({ ...state, whole: true }),
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

import { useMemo, useRef, useState } from 'react'

interface Identified {
  id: string
}

/** Items of a list that are selected to do something with all of them. They stay selected on other pages of the list. */
export interface Selection<Item> {
  /** Whether selecting has begun. */
  on: boolean
  /** In the order of selecting. */
  items: readonly Item[]
  begin: () => void
  end: () => void
  has: (id: string) => boolean
  /** Selects or deselects one; with `among`, everything from the last one to it becomes the same. */
  toggle: (item: Item, among?: readonly Item[]) => void
  /** Selects or deselects several. */
  put: (items: readonly Item[], selected: boolean) => void
  /** Exactly these. */
  set: (items: readonly Item[]) => void
}

/** The one selection of every list with bulk actions. */
export function useSelection<Item extends Identified>(): Selection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>()
  const last = useRef<string>(undefined)
  return useMemo(() => {
    const put = (items: readonly Item[], add: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        for (const item of items)
          if (add) next.set(item.id, item)
          else next.delete(item.id)
        return next
      })
    return {
      on: selected !== undefined,
      items: [...(selected?.values() ?? [])],
      begin: () => setSelected(new Map()),
      end: () => setSelected(undefined),
      has: (id) => selected?.has(id) ?? false,
      put,
      set: (items) => setSelected(new Map(items.map((item) => [item.id, item]))),
      toggle: (item, among) => {
        const range = among && last.current ? between(among, last.current, item) : [item]
        last.current = item.id
        put(range, !selected?.has(item.id))
      },
    }
  }, [selected])
}

/** The items from one to another, both included, in either direction. */
export function between<Item extends Identified>(all: readonly Item[], from: string, to: Item): Item[] {
  const ends = [from, to.id].map((id) => all.findIndex((one) => one.id === id))
  const [start = -1, end = -1] = ends.toSorted((a, b) => a - b)
  return start < 0 ? [to] : all.slice(start, end + 1)
}

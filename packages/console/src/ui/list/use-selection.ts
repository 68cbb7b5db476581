import { useMemo, useRef, useState } from 'react'

interface Identified {
  id: string
}

/** Items selected for bulk actions, across pages of the list. */
export interface Selection<Item> {
  /** Whether selection mode is on. */
  on: boolean
  /** In selection order. */
  items: readonly Item[]
  begin: () => void
  end: () => void
  has: (id: string) => boolean
  /** Whether an item can be selected. */
  may: (item: Item) => boolean
  /** How many of those last given to `set` can't be. */
  barred: number
  /** Selects or deselects one; with `among`, everything from the last one to it becomes the same. */
  toggle: (item: Item, among?: readonly Item[]) => void
  /** Selects or deselects several. */
  put: (items: readonly Item[], selected: boolean) => void
  /** Exactly these, without those that can't be selected. */
  set: (items: readonly Item[]) => void
}

const every = () => true

/** The one selection of every list with bulk actions; `mayBe` says which items can be selected. */
export function useSelection<Item extends Identified>(
  mayBe: (item: Item) => boolean = every,
): Selection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>()
  const [barred, setBarred] = useState(0)
  const last = useRef<string>(undefined)
  const latest = useRef(mayBe)
  latest.current = mayBe
  return useMemo(() => {
    const may = (item: Item) => latest.current(item)
    const put = (items: readonly Item[], add: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        for (const item of items)
          if (!add) next.delete(item.id)
          else if (may(item)) next.set(item.id, item)
        return next
      })
    return {
      on: selected !== undefined,
      items: [...(selected?.values() ?? [])],
      begin: () => setSelected(new Map()),
      end: () => setSelected(undefined),
      has: (id) => selected?.has(id) ?? false,
      may,
      barred,
      put,
      set: (items) => {
        const chosen = items.filter(may)
        setSelected(new Map(chosen.map((item) => [item.id, item])))
        setBarred(items.length - chosen.length)
      },
      toggle: (item, among) => {
        const range = among && last.current ? between(among, last.current, item) : [item]
        last.current = item.id
        put(range, !selected?.has(item.id))
      },
    }
  }, [selected, barred])
}

/** The range between two items, inclusive, in either direction. */
export function between<Item extends Identified>(all: readonly Item[], from: string, to: Item): Item[] {
  const ends = [from, to.id].map((id) => all.findIndex((one) => one.id === id))
  const [start = -1, end = -1] = ends.toSorted((a, b) => a - b)
  return start < 0 ? [to] : all.slice(start, end + 1)
}

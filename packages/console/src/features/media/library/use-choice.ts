import { useMemo, useRef, useState } from 'react'

/** Several items chosen to do something with all of them. */
export interface Choice {
  on: boolean
  ids: ReadonlySet<string>
  begin: () => void
  end: () => void
  has: (id: string) => boolean
  /** Turns one over; with `among`, everything from the last one to it becomes like it. */
  toggle: (id: string, among?: readonly { id: string }[]) => void
  /** Exactly these. */
  set: (ids: readonly string[]) => void
}

export function useChoice(): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const last = useRef<string>(undefined)
  return useMemo(
    () => ({
      on: ids !== undefined,
      ids: ids ?? new Set(),
      begin: () => setIds(new Set()),
      end: () => setIds(undefined),
      has: (id) => ids?.has(id) ?? false,
      set: (all) => setIds(new Set(all)),
      toggle: (id, among) => {
        const chosen = !ids?.has(id)
        const range = among && last.current ? between(among, last.current, id) : [id]
        last.current = id
        setIds((before) => {
          const next = new Set(before)
          for (const each of range)
            if (chosen) next.add(each)
            else next.delete(each)
          return next
        })
      },
    }),
    [ids],
  )
}

/** The ids from one to another, both included, in either direction. */
export function between(all: readonly { id: string }[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => all.findIndex((one) => one.id === id))
  const [start = -1, end = -1] = ends.toSorted((a, b) => a - b)
  return start < 0 ? [to] : all.slice(start, end + 1).map(({ id }) => id)
}

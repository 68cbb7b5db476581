import type { DeletionKind, DeletionOutlook, RemovableKind } from '@vitrine/contract/api/operations/deletions'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { reasonText } from '#lib/text/error-text.ts'

/** What the server says that deleting some items would do. */
export interface Outlook {
  items: readonly DeletionOutlook[]
  /** Those that can't be deleted. */
  refused: readonly DeletionOutlook[]
}

/** Why an item can't be deleted. */
export const refusalText = ({ refusal }: DeletionOutlook): string | undefined =>
  refusal ? (reasonText(new ApiError(409, refusal)) ?? refusal.message) : undefined

/** Whether none of them can be deleted. */
export const isRefused = ({ items, refused }: Outlook): boolean =>
  refused.length > 0 && refused.length === items.length

/** Whether *Remove everywhere* would delete all of them. */
export const isRemovable = (outlook: Outlook): boolean =>
  isRefused(outlook) && outlook.refused.every((one) => one.isRemovable) && usesOf(outlook) <= USES_MOST

/** The server removes as many uses in one call. */
const USES_MOST = 100

export const usesOf = ({ refused }: Pick<Outlook, 'refused'>): number =>
  refused.reduce((sum, { uses }) => sum + uses, 0)

export const removeEverywhere = (kind: DeletionKind, outlook: Outlook) =>
  api.deletions.everywhere({
    body: {
      kind: kind as RemovableKind,
      ids: outlook.items.map(({ id }) => id),
      uses: usesOf(outlook),
    },
  })

/** Milliseconds between questions while the dialog is open. */
const LOOK_EVERY = 5000

/** Items of one question: a longer selection is deleted without asking first. */
const ASKED_MOST = 500

/**
 * Asks the server what deleting the items would do while their dialog is open. `settled` waits for the first answer,
 * so that a quick confirmation doesn't overtake it; undefined if the server doesn't answer, which then refuses itself.
 */
export function useOutlook(kind: DeletionKind | undefined, item: unknown, isOpen: boolean) {
  const [found, setFound] = useState<{ item: unknown; outlook: Outlook }>()
  const asking = useRef<Promise<Outlook | undefined>>(Promise.resolve(undefined))
  const look = useEffectEvent(async (wanted: unknown) => {
    const ids = [wanted].flat().map((each) => (each as { id: string }).id)
    if (kind === undefined || ids.length === 0 || ids.length > ASKED_MOST) return undefined
    const answer = await api.deletions.look({ body: { kind, ids } }).catch(() => undefined)
    if (!answer) return undefined
    const outlook = { items: answer.items, refused: answer.items.filter(({ refusal }) => refusal !== null) }
    setFound({ item: wanted, outlook })
    return outlook
  })
  useEffect(() => {
    if (item === undefined || !isOpen) return
    asking.current = look(item)
    const timer = setInterval(() => void look(item), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [item, isOpen])
  return {
    outlook: found !== undefined && found.item === item ? found.outlook : undefined,
    settled: () => asking.current,
  }
}

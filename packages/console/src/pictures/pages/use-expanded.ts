import { expandedPage, type Parts } from '@vitrine/contract/document/expanded-page'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { createContext, useContext, useMemo } from 'react'
import { documentOfPart, usePartsById } from '#queries/parts.ts'

/** Parts that are drawn as they are edited, instead of those that are saved. */
export const EditedParts = createContext<Parts>(new Map())

interface Expanded<D> {
  /** Until the parts have loaded, the page as it is stored. */
  document: D
  parts: Parts
  isPending: boolean
}

/** A page as screens get it: with ordinary widgets in place of the parts that it shows. */
export function useExpanded<D extends ReadDocument>(page: D): Expanded<D> {
  const key = partsIn(page.widgets).join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const { parts: loaded, isPending } = usePartsById(ids)
  const edited = useContext(EditedParts)
  const parts = useMemo<Parts>(
    () => new Map([...loaded.map((part) => [part.id, documentOfPart(part)] as const), ...edited]),
    [loaded, edited],
  )
  const document = useMemo(() => expandedPage(page, WIDGET_FIELDS, parts), [page, parts])
  return { document, parts, isPending }
}

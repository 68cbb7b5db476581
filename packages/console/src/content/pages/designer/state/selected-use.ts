import { isUse } from '@vitrine/contract/document/part-use'
import type { Designer } from './store.ts'

/** The selected use of a part, if nothing else is selected. */
export function selectedUse(designer: Designer) {
  const [only, ...others] = designer.selected()
  return only && others.length === 0 && isUse(only) ? only : undefined
}

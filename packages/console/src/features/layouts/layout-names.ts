import { existsIn } from '@vitrine/contract/rules'

/** A name that no layout has yet: `Layout`, `Layout 2`, … Names are unique because actions lead to layouts by name. */
export function freeLayoutName(wanted: string, layouts: readonly { name: string }[]): string {
  const names = layouts.map(({ name }) => name)
  if (!existsIn(wanted, names)) return wanted
  for (let number = 2; ; number += 1)
    if (!existsIn(`${wanted} ${number}`, names)) return `${wanted} ${number}`
}

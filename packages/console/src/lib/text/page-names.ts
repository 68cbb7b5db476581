import { existsIn } from '@vitrine/contract/rules'

/** A unique name: `Layout`, `Layout 2`, … Actions reference layouts by name. */
export function freePageName(wanted: string, taken: readonly { name: string }[]): string {
  const names = taken.map(({ name }) => name)
  if (!existsIn(wanted, names)) return wanted
  for (let number = 2; ; number += 1)
    if (!existsIn(`${wanted} ${number}`, names)) return `${wanted} ${number}`
}

import { searchKey } from '@vitrine/contract/search-key'
import { Refusal } from './refusal.ts'

interface Named {
  id: string
  name: string
}

/** `one` and `many` of a kind, such as `screen` and `screens`. */
export interface Kind {
  one: string
  many: string
}
export const SCREEN: Kind = { one: 'screen', many: 'screens' }
export const GROUP: Kind = { one: 'group', many: 'groups' }
export const STORYBOARD: Kind = { one: 'storyboard', many: 'storyboards' }

const LISTED = 20

export const quoted = (name: string): string => JSON.stringify(name)
export const count = (n: number, { one, many }: Kind): string => `${n} ${n === 1 ? one : many}`

/** The things with a name or an id. Case matters only between equal names. */
export function matches<T extends Named>(wanted: string, among: readonly T[]): T[] {
  const byId = among.filter(({ id }) => id === wanted)
  if (byId.length > 0) return byId
  const exact = among.filter(({ name }) => name === wanted)
  return exact.length > 0 ? exact : among.filter(({ name }) => searchKey(name) === searchKey(wanted))
}

/** The thing with a name or an id, or a sentence that lists what there is. */
export function lookUp<T extends Named>(kind: Kind, wanted: string, among: readonly T[]): T | string {
  const found = matches(wanted, among)
  const [first, ...more] = found
  if (first && more.length === 0) return first
  if (first)
    return `${found.length} ${kind.many} have the name ${quoted(wanted)}. Use an id: ${listed(found.map(({ id, name }) => (name === wanted ? id : `${id} (${name})`)))}`
  const there = among.length > 0 ? `There are: ${listed(among.map(({ name }) => quoted(name)))}` : ''
  return `There is no ${kind.one} ${quoted(wanted)}. ${there || `There are no ${kind.many}`}`
}

/** Throws the sentence of `lookUp`. */
export function find<T extends Named>(kind: Kind, wanted: string, among: readonly T[]): T {
  const found = lookUp(kind, wanted, among)
  if (typeof found === 'string') throw new Refusal(found)
  return found
}

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ')
  return names.length > LISTED ? `${shown}, and ${names.length - LISTED} more` : shown
}

import type { DECK_TYPES } from '@vitrine/contract/api/conversions/decks'
import type { SourceKind } from '@vitrine/contract/api/screens/sources'

export type DocumentKind = SourceKind | keyof typeof DECK_TYPES

/** `says`: what people read. `read`: it is read all the same. `any`: depends on the speed and memory of the machine. */
export type HostileDocument = readonly [
  kind: DocumentKind,
  name: string,
  make: () => Buffer,
  says: RegExp | 'read' | 'any',
]

export const MB = 2 ** 20
export const filled = (size: number, content: string | Buffer) => Buffer.alloc(size, content)
export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n).join(',')

/** Entities `a` to `h`, each of 20 of the one before it. */
export const LAUGHS = `<!ENTITY a "ha">${[...'bcdefgh'].map((name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(20)}">`).join('')}`

/** A document of Office before 2007, and what a password makes of a newer one. */
export const OLE = () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])

import type { DECK_TYPES } from '@vitrine/contract/api/content/conversions/decks'
import type { SourceKind } from '@vitrine/contract/api/data/sources'

export type DocumentKind = SourceKind | keyof typeof DECK_TYPES

/** `says`: refused with this message. `read`: read successfully. `any`: depends on the machine's speed and memory. */
export type HostileDocument = readonly [
  kind: DocumentKind,
  name: string,
  make: () => Buffer,
  says: RegExp | 'read' | 'any',
]

export const MB = 2 ** 20
export const filled = (size: number, content: string | Buffer) => Buffer.alloc(size, content)
export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n).join(',')

/** Entities `a` to `h`, each of which expands to 20 of the previous one. */
export const LAUGHS = `<!ENTITY a "ha">${[...'bcdefgh'].map((name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(20)}">`).join('')}`

/** The container of Office documents before 2007, and of password-protected newer ones. */
export const OLE = () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])

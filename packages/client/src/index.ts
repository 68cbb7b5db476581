import type { people } from '@vitrine/contract/api/people'
import { createCalls } from '@vitrine/contract/client'
import type { AnswerOf, ArgsOf, Route, RouteTree } from '@vitrine/contract/route'
import { routes } from './routes.ts'
import { type CallOptions, type Connection, senderTo } from './send.ts'

export type { CallOptions, Connection } from './send.ts'
export { VitrineError } from './vitrine-error.ts'

interface PartTypes {
  file: Blob
  files: Blob | Blob[]
  text: string | number
}
type Parts<P> = { [K in keyof P]?: PartTypes[P[K] & keyof PartTypes] }
type Upload<R> = R extends { parts: infer P } ? { body: Parts<P> } : unknown
type Answer<R extends Route> = R['response'] extends 'file'
  ? Blob
  : R['response'] extends 'stream'
    ? ReadableStream<Uint8Array>
    : AnswerOf<R>

type Caller<R extends Route> = (
  ...args: Record<string, never> extends ArgsOf<R> & Upload<R>
    ? [args?: ArgsOf<R> & Upload<R>, options?: CallOptions]
    : [args: ArgsOf<R> & Upload<R>, options?: CallOptions]
) => Promise<Answer<R>>

type Callers<T extends RouteTree> = {
  [K in keyof T]: T[K] extends Route ? Caller<T[K]> : T[K] extends RouteTree ? Callers<T[K]> : never
}
/** The same as `Vitrine` of the package, whose types are printed without schemas. */
export type Vitrine = Callers<typeof people>

/** Every call that an API key can make: `vitrine({ url, key }).devices.list({ query: { search: 'Lobby' } })`. */
export const vitrine = (connection: Connection): Vitrine =>
  createCalls<Record<never, never>, CallOptions>(routes, senderTo(connection)) as Vitrine

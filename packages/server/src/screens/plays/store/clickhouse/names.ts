import type { Selectable } from 'kysely'
import { storyboardNames } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import type { PlayItemsTable, PlayScreensTable } from '#db/tables/reporting.ts'

/** Engines limit the parameters of a statement. */
const AT_ONCE = 500

type Item = Pick<
  Selectable<PlayItemsTable>,
  'number' | 'name' | 'organizationId' | 'kind' | 'storyboardId' | 'pageId' | 'mediaId'
>
type Screen = Pick<Selectable<PlayScreensTable>, 'number' | 'id' | 'name'>

/** What numbers of plays stand for, by a reader that is bound to the caller's organization. Remembers what it has read. */
export class Names {
  readonly #reader: Db
  readonly #items = new Map<number, Item>()
  readonly #screens = new Map<number, Screen>()
  readonly #storyboards = new Map<string, string>()

  constructor(reader: Db) {
    this.#reader = reader
  }

  /** Also those that were asked for before. */
  async items(numbers: readonly number[]): Promise<ReadonlyMap<number, Item>> {
    for (const some of pieces(missing(numbers, this.#items)))
      for (const row of await this.#reader
        .selectFrom('play_items')
        .select(['number', 'name', 'organizationId', 'kind', 'storyboardId', 'pageId', 'mediaId'])
        .where('number', 'in', some)
        .execute())
        this.#items.set(row.number, row)
    return this.#items
  }

  async screens(numbers: readonly number[]): Promise<ReadonlyMap<number, Screen>> {
    for (const some of pieces(missing(numbers, this.#screens)))
      for (const row of await this.#reader
        .selectFrom('play_screens')
        .select(['number', 'id', 'name'])
        .where('number', 'in', some)
        .execute())
        this.#screens.set(row.number, row)
    return this.#screens
  }

  /** By id; '' for a deleted one. */
  async storyboards(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = missing(ids, this.#storyboards)
    if (unknown.length === 0) return this.#storyboards
    const names = await storyboardNames(this.#reader, unknown)
    for (const id of unknown) this.#storyboards.set(id, names.get(id) ?? '')
    return this.#storyboards
  }
}

const missing = <Key>(keys: readonly Key[], known: ReadonlyMap<Key, unknown>) =>
  [...new Set(keys)].filter((key) => !known.has(key))

function* pieces(numbers: readonly number[]) {
  for (let at = 0; at < numbers.length; at += AT_ONCE) yield numbers.slice(at, at + AT_ONCE)
}

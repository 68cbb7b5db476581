import { type CompiledQuery, TableNode } from 'kysely'

/** What a transaction writes stands in its own statements; one that is rolled back is noted by the driver. */
const WRITES_NOTHING = /^\s*(select|pragma|begin|commit)\b/i

/** What was written to the embedded database through this process, table by table. */
export class TableChanges {
  readonly #revisions = new Map<string, number>()
  readonly #elsewhere: () => unknown
  #all = 0

  /** `elsewhere` differs after every write by another process. */
  constructor(elsewhere: () => unknown) {
    this.#elsewhere = elsewhere
  }

  note({ query: node, sql }: CompiledQuery): void {
    if (node.kind === 'SelectQueryNode' || (node.kind === 'RawNode' && WRITES_NOTHING.test(sql))) return
    const written =
      node.kind === 'InsertQueryNode' ? node.into : node.kind === 'UpdateQueryNode' ? node.table : undefined
    // Deleting takes rows of other tables along, and of raw text nothing is known.
    if (!written || !TableNode.is(written)) this.noteAll()
    else {
      const { name } = written.table.identifier
      this.#revisions.set(name, (this.#revisions.get(name) ?? 0) + 1)
    }
  }

  noteAll(): void {
    this.#all++
  }

  /** Text that differs after every write to one of the tables. */
  stamp(tables: readonly string[]): string {
    const revisions = tables.map((table) => this.#revisions.get(table) ?? 0)
    return `${this.#all} ${this.#elsewhere()} ${revisions.join(' ')}`
  }
}

// Every row of an archive gets a new id; ids inside documents follow.
import { newId } from '#lib/ids.ts'
import { damaged } from './archive-error.ts'
import { IDS_OF, KEYS, type MovedName, type Row, type Value } from './tables.ts'

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export class NewIds {
  readonly #tables = new Map<string, MovedName>()
  readonly #ids = new Map<string, string>()
  /** Of rows that aren't in the archive: no id may lead to a row of another organization. */
  readonly #others = new Map<string, string>()

  /** Notes a row; `assign` follows once all are known. */
  note(table: MovedName, { id }: Row): void {
    if (table === 'answers' || IDS_OF[table]) return
    if (typeof id !== 'string' || !UUID.test(id)) throw damaged(`a row of ${table} has no valid id`)
    if (this.#tables.has(id)) throw damaged('two rows have the same id')
    this.#tables.set(id, table)
  }

  /** New ids sort as the old ones do: by creation. */
  assign(organizationId: string): void {
    for (const id of [...this.#tables.keys()].sort())
      this.#ids.set(id, this.#tables.get(id) === 'organizations' ? organizationId : newId())
  }

  of(id: string): string {
    return this.#ids.get(id) ?? ''
  }

  /** Whether a row with this id is in the archive. */
  has(table: MovedName, id: string): boolean {
    return this.#tables.get(id) === table
  }

  /** A row with new ids. Throws an ArchiveError if a key leads to nothing. */
  row(table: MovedName, row: Row): Row {
    const keys = KEYS[table] ?? {}
    const mapped: Row = {}
    for (const [column, value] of Object.entries(row))
      mapped[column] = this.#column(table, column, value, keys)
    if (table === 'answers') mapped.id = this.#answerId(row)
    else mapped.id = IDS_OF[table]?.(mapped) ?? this.of(String(row.id))
    return mapped
  }

  /** Known ids in a text, such as a document. */
  text = (text: string): string => text.replace(UUIDS, (id) => this.#ids.get(id) ?? id)

  #column(table: MovedName, column: string, value: Value, keys: Readonly<Record<string, MovedName>>): Value {
    const parent = keys[column]
    if (parent !== undefined && value !== null) {
      if (typeof value !== 'string' || !this.has(parent, value))
        throw damaged(`a row of ${table} leads to a row of ${parent} that isn't in it`)
      return this.of(value)
    }
    if (typeof value !== 'string') return value
    if (UUID.test(value) && isIdColumn(column)) return this.#ids.get(value) ?? this.#other(value)
    return this.text(value)
  }

  /** The device's id, a dot, and the device's own id of the answer. */
  #answerId({ id }: Row): string {
    const [device = '', ...own] = String(id).split('.')
    if (!UUID.test(device) || own.join('.') === '') throw damaged('an answer has no valid id')
    return `${this.#ids.get(device) ?? this.#other(device)}.${own.join('.')}`
  }

  #other(id: string): string {
    const known = this.#others.get(id) ?? newId()
    this.#others.set(id, known)
    return known
  }
}

/** Also of who did something, and of what a thing was made for. */
const isIdColumn = (column: string) => /Id$|By$|^by$|^madeFor$/.test(column)

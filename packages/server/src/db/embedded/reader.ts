import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import type { Db, Tables } from '#db/schema.ts'
import { ReaderPool } from './reader-pool.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'

/**
 * The embedded database for reading, in worker threads: for reports, counts, and exports, whose statements would block
 * the main thread. Every statement sees all earlier commits. No transactions.
 */
export function openReader(file: string): Db {
  return new Kysely<Tables>({ dialect: new ReaderDialect(file) })
}

class ReaderDialect extends SqliteDialect {
  readonly #file: string
  constructor(file: string) {
    super({ database: () => Promise.reject(new Error('The reader opens no connection of this thread')) })
    this.#file = file
  }
  override createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }
  override createQueryCompiler(): StablePlanCompiler {
    return new StablePlanCompiler()
  }
  override createDriver(): Driver {
    return new ReaderDriver(new ReaderPool(this.#file))
  }
}

const refuse = (): never => {
  throw new Error('The reader has no transactions')
}

class ReaderDriver implements Driver {
  readonly #pool: ReaderPool
  readonly #connection: DatabaseConnection
  constructor(pool: ReaderPool) {
    this.#pool = pool
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        return { rows: (await pool.all({ text: sql, parameters })) as R[] }
      },
      streamQuery: refuse,
    }
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  beginTransaction = async (): Promise<void> => refuse()
  commitTransaction = async (): Promise<void> => refuse()
  rollbackTransaction = async (): Promise<void> => refuse()
  async releaseConnection(): Promise<void> {}
  destroy(): Promise<void> {
    return this.#pool.close()
  }
}

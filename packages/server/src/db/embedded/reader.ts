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
import { onBind } from '#db/scoped.ts'
import { ReaderPool } from './reader-pool.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'

/**
 * The embedded database for reading, in worker threads: for reports, counts, and exports, whose statements would block
 * the main thread. Every statement sees all earlier commits. No transactions.
 */
export function openReader(file: string): Db {
  const driver = new ReaderDriver(new ReaderPool(file))
  const dialect = new ReaderDialect(driver)
  const reader = new Kysely<Tables>({ dialect })
  onBind(reader, (organizationId) => {
    const connection = driver.connectionOf(organizationId)
    const executor = reader
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
  })
  return reader
}

class ReaderDialect extends SqliteDialect {
  readonly #driver: Driver
  constructor(driver: Driver) {
    super({ database: () => Promise.reject(new Error('The reader opens no connection of this thread')) })
    this.#driver = driver
  }
  override createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }
  override createQueryCompiler(): StablePlanCompiler {
    return new StablePlanCompiler()
  }
  override createDriver(): Driver {
    return this.#driver
  }
}

interface Owned {
  organizationId?: string
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
      async executeQuery<R>(query: CompiledQuery & Owned): Promise<QueryResult<R>> {
        const { sql: text, parameters, organizationId } = query
        return { rows: (await pool.all({ text, parameters }, organizationId)) as R[] }
      },
      streamQuery: refuse,
    }
  }
  /** Its queries take the organization's turns. */
  connectionOf(organizationId: string): DatabaseConnection {
    return {
      executeQuery: (query) => this.#connection.executeQuery({ ...query, organizationId } as CompiledQuery),
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

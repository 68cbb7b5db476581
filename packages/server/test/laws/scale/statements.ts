import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'
import type { Services } from '#features/handler.ts'

interface Counted {
  statements: string[]
  isAnswered: boolean
}

/**
 * Counts the statements that a call waits for; those of jobs, and of work that a call leaves for later, don't count. For
 * the embedded database, which has one connection.
 */
export class StatementCounter {
  readonly #counted = new AsyncLocalStorage<Counted>()

  static async of({ database, reader }: Pick<Services, 'database' | 'reader'>): Promise<StatementCounter> {
    const counter = new StatementCounter()
    for (const each of [database, reader])
      await each.getExecutor().provideConnection(async (connection) => counter.#watch(connection))
    return counter
  }

  async during<T>(call: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
    const counted: Counted = { statements: [], isAnswered: false }
    const answer = await this.#counted.run(counted, call)
    counted.isAnswered = true
    return { answer, statements: counted.statements }
  }

  #watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query) => {
      const counted = this.#counted.getStore()
      if (counted && !counted.isAnswered) counted.statements.push(query.sql)
      return execute(query)
    }
  }
}

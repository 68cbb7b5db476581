import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Services } from '#app/services.ts'

interface Counted {
  statements: string[]
  /** Rows that each returned. */
  rows: number[]
  /** Duration of each in ms. */
  durations: number[]
  /** Whether publishing sent it, which continues after the answer. */
  publishes: boolean[]
  isAnswered: boolean
}

/** Collects the queries that run in the reader's threads. For the embedded database. */
export async function watchReader({ reader }: Pick<Services, 'reader'>): Promise<CompiledQuery[]> {
  const ran: CompiledQuery[] = []
  await reader.getExecutor().provideConnection(async (connection) => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query) => {
      ran.push(query)
      return execute(query)
    }
  })
  return ran
}

/**
 * Counts the statements that a call waits for, excluding jobs and deferred work. For the embedded database, which has
 * one connection.
 */
export class StatementCounter {
  readonly #counted = new AsyncLocalStorage<Counted>()
  readonly #publishing = new AsyncLocalStorage<true>()

  static async of({
    database,
    reader,
    publisher,
  }: Pick<Services, 'database' | 'reader' | 'publisher'>): Promise<StatementCounter> {
    const counter = new StatementCounter()
    const publish = publisher.publish.bind(publisher)
    publisher.publish = (changes) => counter.#publishing.run(true, () => publish(changes))
    for (const each of [database, reader])
      await each.getExecutor().provideConnection(async (connection) => counter.#watch(connection))
    return counter
  }

  async during<T>(call: () => Promise<T>): Promise<{ answer: T } & Omit<Counted, 'isAnswered'>> {
    const counted: Counted = {
      statements: [],
      rows: [],
      durations: [],
      publishes: [],
      isAnswered: false,
    }
    const answer = await this.#counted.run(counted, call)
    counted.isAnswered = true
    const { statements, rows, durations, publishes } = counted
    return { answer, statements, rows, durations, publishes }
  }

  #watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const counted = this.#counted.getStore()
      if (!counted || counted.isAnswered) return execute<R>(query)
      const place = counted.statements.push(query.sql) - 1
      counted.publishes[place] = this.#publishing.getStore() ?? false
      const started = performance.now()
      const result = await execute<R>(query)
      counted.durations[place] = performance.now() - started
      counted.rows[place] = result.rows.length
      return result
    }
  }
}

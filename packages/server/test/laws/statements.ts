// Set-up of every test file. While STATEMENTS_TO names a folder, notes there which statements each test runs. While
// STATEMENTS_PLAN names a file, runs only the tests that it lists (scripts/setup/on-postgres.mjs).
import { hash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

interface Noted {
  /** Statements, each with the kinds of its parameters, and the kind of its result after a space. */
  ran: Set<string>
  /** Whether two requests that write were under way together. */
  overlaps: boolean
  seconds: number
}

/** Lists of values differ in length only. */
const LIST = /\(\?(, \?)+\)(, \(\?(, \?)+\))*/g
const PARAMETERS_MAX = 40
/** What runs before the first test. */
const BEFORE = ''

const { STATEMENTS_TO: folder, STATEMENTS_PLAN: plan } = process.env
/** Files share a process, which is watched once. */
const shared = globalThis as { notedStatements?: Noted }
const file = expect.getState().testPath ?? ''

if (folder) noteTests(folder)
if (plan) runPlanned((JSON.parse(readFileSync(plan, 'utf8')) as Record<string, string[] | undefined>)[file])

/** `only`: names of tests; all of them where there is no list. */
function runPlanned(only: readonly string[] | undefined): void {
  if (!only) return
  const planned = new Set(only)
  beforeEach(({ task, skip }) => skip(!planned.has(task.fullTestName), 'its statements run elsewhere'))
}

function noteTests(folder: string): void {
  if (!shared.notedStatements) watch()
  const tests: Record<string, Noted> = {}
  let began = 0
  const begin = (name: string) => {
    tests[name] ??= { ran: new Set(), overlaps: false, seconds: 0 }
    shared.notedStatements = tests[name]
    began = performance.now()
  }
  const end = () => {
    if (shared.notedStatements) shared.notedStatements.seconds += (performance.now() - began) / 1000
  }
  begin(BEFORE)
  // What runs after a test is still due to it.
  beforeEach(({ task }) => {
    if (shared.notedStatements === tests[BEFORE]) end()
    begin(task.fullTestName)
  })
  afterEach(end)
  afterAll(() => {
    const noted = Object.entries(tests).map(([name, { ran, ...test }]) => ({ name, ...test, ran: [...ran] }))
    writeFileSync(path.join(folder, `${hash('sha1', file)}.json`), JSON.stringify({ file, tests: noted }))
  })
}

function watch(): void {
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype)
  const { executeQuery, stream } = executor
  executor.executeQuery = async function (this: unknown, query: CompiledQuery, ...rest: unknown[]) {
    try {
      const result = await executeQuery.call(this, query, ...rest)
      note(query, kindOfResult(result))
      return result
    } catch (error) {
      note(query, `fails ${(error as { code?: unknown }).code}`)
      throw error
    }
  }
  executor.stream = function (this: unknown, query: CompiledQuery, ...rest: unknown[]) {
    note(query, 'stream')
    return stream.call(this, query, ...rest)
  }
  let writing = 0
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.method === 'GET') return
    writing++
    if (writing > 1 && shared.notedStatements) shared.notedStatements.overlaps = true
    response.once('close', () => writing--)
  })
}

function note({ sql, parameters }: CompiledQuery, result: string): void {
  const kinds = parameters.map(kindOf)
  const given = kinds.length > PARAMETERS_MAX ? [...new Set(kinds)].sort() : kinds
  shared.notedStatements?.ran.add(`${hash('sha1', `${textOf(sql)} ${given.join()}`, 'base64')} ${result}`)
}

const texts = new Map<string, string>()
function textOf(sql: string): string {
  const known = texts.get(sql)
  if (known !== undefined) return known
  const text = sql.replace(LIST, '(…)')
  texts.set(sql, text)
  return text
}

/** The engines differ in large numbers, fractions, bytes and what is null. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value !== 'number') return Buffer.isBuffer(value) ? 'bytes' : typeof value
  if (!Number.isInteger(value)) return 'fraction'
  return Math.abs(value) < 2 ** 31 ? 'integer' : 'large'
}

function kindOfResult({ rows, numAffectedRows }: QueryResult<unknown>): string {
  if (rows.length === 0) return numAffectedRows ? 'changes' : 'none'
  return rows.length === 1 ? 'one' : 'several'
}

// ClickHouse for tests and benches: its engine as a library, behind the part of its HTTP interface that Vitrine uses.
// Usage: node clickhouse-server.mjs [FOLDER_OF_THE_DATA]. Sends its port to the process that forked it, or null if the
// engine isn't installed, and ends with that process.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { engineFolder } from './clickhouse.mjs'

if (!existsSync(engineFolder())) {
  process.send?.(null)
  process.exit()
}
const [given] = process.argv.slice(2)
const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'vitrine-clickhouse-'))
process.on('disconnect', () => {
  if (!given) rmSync(folder, { recursive: true, force: true })
  process.exit()
})
const { Session } = createRequire(`${engineFolder()}/`)('chdb')
const session = new Session(folder)
// Less work for the small queries of tests.
if (!given) session.query('set max_threads = 1, max_insert_threads = 1')
/** The engine has one current database and one set of parameters, so calls take turns. */
let turn = Promise.resolve()

const server = createServer((request, response) => {
  const answer = async () => {
    const url = new URL(request.url ?? '/', 'http://engine')
    if (url.pathname === '/ping') return response.end('Ok.\n')
    const fields = new URLSearchParams(url.searchParams)
    const body = await bodyOf(request, fields)
    const done = turn.then(() => run(fields, body))
    turn = done.catch(() => {})
    response.end(await done)
  }
  answer().catch((error) => {
    const [, code = '1002'] = /Code: (\d+)/.exec(error.message) ?? []
    response.writeHead(500, { 'x-clickhouse-exception-code': code })
    response.end(error.message.replace(/^.*?(?=Code: \d)/s, ''))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))

/** Moves the fields of a form to `fields`; other bodies belong to the query. */
async function bodyOf(request, fields) {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const body = Buffer.concat(pieces)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return body.toString()
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) fields.append(name, String(value))
  return ''
}

async function run(fields, body) {
  const database = fields.get('database')
  if (database) await session.queryAsync(`use ${quoted(database)}`)
  const query = [fields.get('query'), body].filter(Boolean).join('\n')
  const parameters = [...fields].flatMap(([name, value]) =>
    name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [],
  )
  const settings = [...fields].filter(([name]) => SETTINGS.has(name))
  for (const [name, value] of settings) await session.queryAsync(`set ${name} = ${Number(value)}`)
  const result =
    parameters.length > 0
      ? await session.queryBindAsync(query, Object.fromEntries(parameters))
      : await session.queryAsync(query)
  return result.bytes()
}

/** Those of a session; the others are of the HTTP interface, or are the engine's defaults. */
const SETTINGS = new Set([
  'do_not_merge_across_partitions_select_final',
  'output_format_json_quote_64bit_integers',
  'max_execution_time',
  'max_partitions_per_insert_block',
])

function quoted(name) {
  return `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``
}

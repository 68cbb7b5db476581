import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/** Files about what differs between the databases, however often their statements run elsewhere: faults, order, time. */
const FILES =
  /server\/(src\/db|src\/operations\/backups|test\/faults)\/|(lists?|(list|clock|concurrency)-laws)\.test\.ts$/
/**
 * Files of which only what their statements need is repeated: a backup has the same form from either database, and is
 * stored and checked without one; a flood of passwords waits before the database.
 */
const SAME = /server\/src\/operations\/backups\/(bucket|check)\.test\.ts$|hash-laws\.test\.ts$/
/** Tests that name a database or a transaction, and whole files that do so outside of their tests. */
const SUBJECTS = /DATABASE_URL\b|\b(is|open)Postgres\b|\bbeside: |\bin(Transaction|Snapshot|Savepoint)\(/
/**
 * Files that open the database of the run. The others that noted no statement, such as those that kill a server on SQLite,
 * would only repeat.
 */
const OPENS = /#test\/(harness|databases)\.ts|DATABASE_URL\b/
/** Seconds that a test file costs besides its tests and its own setup. */
const FILE_COST = 0.3
/** A file of which this share of the time is chosen runs whole. */
const WHOLE = 0.9
/** A test, up to the line that closes it: as far in as its first one. */
const TEST = /^( *)(?:it|test)\b(?:.*\)$|.*\n(?:(?!\1\S).*\n|\1\}.*[{[(,]\n)*\1(?:\}.*)?\)$)/gm
/** The ends of notes about statements that returned one row, and several. */
const [ONE, SEVERAL] = [' one', ' several']
const TITLE = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/
const IMPORTS = /^import\b[^'"]*(['"]).*\1$/gm

/** The server's test files with their notes from SQLite (packages/server/test/laws/statements.ts), if there are any. */
export function readNotes(folder) {
  const notes = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  const testsOf = new Map(notes.map(({ file, tests }) => [file, tests]))
  const sources = ['src', 'test'].flatMap((part) => {
    const partFolder = path.join(root, 'packages/server', part)
    return readdirSync(partFolder, { recursive: true }).map((file) => path.join(partFolder, file))
  })
  return sources
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(file, 'utf8'), tests: testsOf.get(file) }))
}

/**
 * Selects what PostgreSQL repeats: files about differences of the databases, files that open one and noted nothing, tests
 * with overlapping writes, and the cheapest tests that run every statement of all others, with the same kinds of
 * parameters and of result. `noted`: see readNotes. Returns the names of the tests per file, null for all.
 */
export function planPostgres(noted) {
  const hasStatements = ({ tests = [] }) => tests.some(({ ran }) => ran.length > 0)
  const files = noted.filter((file) => hasStatements(file) || OPENS.test(file.source))
  const subjects = new Map(files.map((each) => [each.file, subjectsOf(each)]))
  const isWhole = ({ file, tests }) =>
    !tests || (FILES.test(file) && !SAME.test(file)) || subjects.get(file) === 'whole'
  const whole = new Set(files.filter(isWhole).map(({ file }) => file))
  const isSubject = ({ file, name }) => whole.has(file) || subjects.get(file).has(name)
  const tests = files.flatMap(({ file, tests = [] }) => {
    const { ran: before = [], seconds: setup = 0 } = tests.find(({ name }) => name === '') ?? {}
    return tests.map((test) => ({ ...test, file, before, setup }))
  })
  const missing = new Set(tests.flatMap(({ ran }) => ran))
  // What returns several rows shows all that one row shows.
  for (const statement of missing)
    if (statement.endsWith(ONE) && missing.has(statement.replace(ONE, SEVERAL))) missing.delete(statement)
  const chosen = new Set()
  const choose = (test) => {
    chosen.add(test)
    for (const statement of [...test.ran, ...test.before]) missing.delete(statement)
  }
  for (const test of tests) if ((test.overlaps && !SAME.test(test.file)) || isSubject(test)) choose(test)
  const started = new Set([...chosen].map(({ file }) => file))
  for (let rest = tests.filter((test) => !chosen.has(test)); missing.size > 0; ) {
    const gained = ({ ran }) => ran.filter((statement) => missing.has(statement)).length
    const cost = ({ file, seconds, setup }) => seconds + (started.has(file) ? 0.01 : FILE_COST + setup)
    const rated = rest
      .map((test) => ({ test, gain: gained(test) / cost(test) }))
      .filter(({ gain }) => gain > 0)
      .sort((one, other) => other.gain - one.gain)
    const [{ test }] = rated
    choose(test)
    started.add(test.file)
    rest = rated.slice(1).map((each) => each.test)
  }
  const seconds = (all) => all.reduce((sum, test) => sum + test.seconds, 0)
  const plan = {}
  for (const { file } of files) {
    const all = tests.filter((test) => test.file === file)
    const own = all.filter((test) => chosen.has(test))
    const runsWhole = whole.has(file) || seconds(own) > WHOLE * seconds(all)
    if (whole.has(file) || own.length > 0) plan[file] = runsWhole ? null : own.map(({ name }) => name)
  }
  return plan
}

/** The names of the tests whose text names a database or a transaction; `whole` if the rest of the file does. */
function subjectsOf({ file, source, tests = [] }) {
  const found = new Set()
  if (SAME.test(file)) return found
  const texts = source.match(TEST) ?? []
  const rest = texts.reduce((left, text) => left.replace(text, () => ''), source.replace(IMPORTS, ''))
  if (SUBJECTS.test(rest)) return 'whole'
  for (const text of texts.filter((each) => SUBJECTS.test(each))) {
    const title = TITLE.exec(text)?.[2].replaceAll('\\', '')
    const named = tests.filter(({ name }) => title && name.endsWith(title))
    // Skipped on SQLite, or one of several with other titles.
    if (named.length === 0) return 'whole'
    for (const { name } of named) found.add(name)
  }
  return found
}

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/root.mjs'

const ids = (text) => text.split(' ')

/** Levels 1 and 2 of ASVS 5.0.0. */
const REQUIREMENTS = [
  ...ids('1.1.1 1.1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.2.6 1.2.7 1.2.8 1.2.9 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5'),
  ...ids('1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3 1.5.1 1.5.2'),
  ...ids('2.1.1 2.1.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1'),
  ...ids('3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.2 3.5.3 3.5.4'),
  ...ids('3.5.5 3.7.1 3.7.2'),
  ...ids('4.1.1 4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.1 4.4.2 4.4.3 4.4.4'),
  ...ids('5.1.1 5.2.1 5.2.2 5.2.3 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3'),
  ...ids(
    '6.1.1 6.1.2 6.1.3 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12 6.3.1',
  ),
  ...ids('6.3.2 6.3.3 6.3.4 6.4.1 6.4.2 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1'),
  ...ids('6.8.2 6.8.3 6.8.4'),
  ...ids('7.1.1 7.1.2 7.1.3 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2'),
  ...ids('7.6.1 7.6.2'),
  ...ids('8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.4.1'),
  ...ids('9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3 9.2.4'),
  ...ids('10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 10.4.6'),
  ...ids(
    '10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2 10.7.1 10.7.2',
  ),
  ...ids('10.7.3'),
  ...ids('11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.1 11.3.2 11.3.3 11.4.1 11.4.2 11.4.3 11.4.4 11.5.1 11.6.1'),
  ...ids('12.1.1 12.1.2 12.1.3 12.2.1 12.2.2 12.3.1 12.3.2 12.3.3 12.3.4'),
  ...ids('13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5'),
  ...ids('14.1.1 14.1.2 14.2.1 14.2.2 14.2.3 14.2.4 14.3.1 14.3.2 14.3.3'),
  ...ids('15.1.1 15.1.2 15.1.3 15.2.1 15.2.2 15.2.3 15.3.1 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7'),
  ...ids('16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1'),
  ...ids('16.5.2 16.5.3'),
  ...ids('17.1.1 17.2.1 17.2.2 17.2.3 17.2.4 17.3.1 17.3.2'),
]

/** Where the paths of docs/security.md begin. */
const BEGINNINGS = ['', 'packages/server/src', 'packages/server/test']
const STATUSES = { met: 'met', 'met †': 'met', '**not met**': 'unmet' }
const SUMMARY = /^\| \[V(\d+) [^|]*\| ([\d ]*)\| ([\d ]*)\| ([\d ]*)\| ([\d ]*)\| ([\d ]*)\|$/gm
const ROW = /^\| V(\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm
/** Not a route. */
const FILE = /^(?!\/)[\w./-]*(?:\/[\w.-]*\.\w+|\.(?:json|yaml|dockerignore)|Dockerfile|Caddyfile)$/
const CITED = /`([^`]+)`|“([^”]+)”|\b([A-Z]{2,5}-\d{2}|[A-Z]-\d{3})\b/g

/** Problems of docs/security.md: its numbers, its sums, and what it cites. */
export function checkAsvs(text) {
  const rows = [...text.matchAll(ROW)].map(([, id, status, evidence]) => ({ id, status, evidence }))
  return [
    ...checkNumbers(text),
    ...rows.flatMap(({ id, status }) => (STATUSES[status] ? [] : [`V${id}: ${status} is not a status`])),
    ...checkSums(text, rows),
    ...rows.flatMap(checkEvidence),
  ]
}

function checkNumbers(text) {
  const named = [...text.matchAll(/\bV(\d+\.\d+\.\d+)\b/g)].map(([, id]) => id)
  return [...new Set([...REQUIREMENTS, ...named])].flatMap((id) => {
    const count = named.filter((each) => each === id).length
    if (!REQUIREMENTS.includes(id)) return [`V${id} is not a requirement of level 1 or 2`]
    return count === 1 ? [] : [`V${id} is named ${count} times instead of once`]
  })
}

function checkSums(text, rows) {
  const sums = [...text.matchAll(SUMMARY)].map(([, ...numbers]) => numbers.map(Number))
  const expected = [...new Set(REQUIREMENTS.map(chapterOf))].map((chapter) => {
    const own = rows.filter(({ id }) => chapterOf(id) === chapter)
    const count = (of) => own.filter(of).length
    const met = count(({ status }) => STATUSES[status] === 'met')
    const unmet = count(({ status }) => STATUSES[status] === 'unmet')
    const all = REQUIREMENTS.filter((id) => chapterOf(id) === chapter).length
    return [chapter, met, count(({ status }) => status === 'met †'), unmet, all - met - unmet, all]
  })
  const total = expected.reduce((sum, row) => sum.map((number, at) => number + row[at]))
  const [, ...all] = total
  return [
    ...expected.flatMap((row, at) =>
      row.join() === sums[at]?.join() ? [] : [`V${row[0]}: the summary must say ${row.slice(1).join(', ')}`],
    ),
    ...(text.includes(`| **all** | ${all.map((number) => `**${number}**`).join(' | ')} |`)
      ? []
      : [`The summary must say ${all.join(', ')} in total`]),
  ]
}

const chapterOf = (id) => Number(id.split('.')[0])

/** Each file exists, and contains the names and quotes between it and the next one, or before the first. */
function checkEvidence({ id, evidence }) {
  const problems = []
  const texts = []
  const waiting = []
  for (const [, code, quote, name] of evidence.matchAll(CITED)) {
    if (code === undefined) waiting.push(quote ?? name)
    else if (FILE.test(code)) {
      const text = textOf(code)
      if (text === undefined) problems.push(`V${id}: ${code} doesn't exist`)
      else texts.push(text)
    }
  }
  for (const each of waiting)
    if (texts.length > 0 && !texts.some((text) => text.includes(each)))
      problems.push(`V${id}: no file that it cites contains ${each}`)
  return problems
}

function textOf(file) {
  const found = BEGINNINGS.map((beginning) => path.join(root, beginning, file)).find((each) =>
    existsSync(each),
  )
  return found && readFileSync(found, 'utf8')
}

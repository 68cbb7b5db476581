// The library of someone whose rights hold for one folder with 200 files, in organizations with 100,000 files and with 1,000: the
// same pages, which must not get slower with what is outside. In one process; `-- --postgres` uses PostgreSQL.
import { randomUUID } from 'node:crypto'
import { report } from '#bench/support/report.mjs'
import { startInProcess } from '#bench/support/server-in-process.mjs'
import { signIn } from '#bench/support/start-server.mjs'

/** Calls alternate, so that whatever else the machine does meets both. */
const CALLS = Number(process.env.CALLS ?? 100)
const INSIDE = 200
const LARGE = 100_000
const SMALL = 1000
const AT = '2026-01-01T00:00:00.000Z'
const PASSWORD = 'bench-sign-in-1'
const PAGE = 'page=1&pageSize=50'

const postgres = process.argv.includes('--postgres')
const server = await startInProcess({ postgres })
const { database, url } = server
try {
  const operator = await signIn(url)
  const small = await organization(operator, 'small', SMALL)
  const large = await organization(operator, 'large', LARGE)
  await server.refreshStatistics()

  const rows = []
  for (const [what, address] of [
    ['a folder', (id) => `/media/folders/${id}?${PAGE}`],
    ['all files', () => `/media?everywhere=1&${PAGE}`],
    ['a search', () => `/media?search=photo&${PAGE}`],
    ['a search of few', () => `/media?search=photo+19&${PAGE}`],
    ['a search of one letter', () => `/media?search=h&sort=name&${PAGE}`],
    ['a search without hits', () => `/media?search=nothing&${PAGE}`],
  ]) {
    const [few, most] = await compare(small, large, address)
    const ratio = most / few
    rows.push(
      { what: `one folder of 1,000 files: ${what}`, value: few, unit: 'ms' },
      { what: `one folder of 100,000 files: ${what}`, value: most, unit: 'ms' },
      { what: 'ratio', value: ratio, target: '< 2', met: ratio < 2 },
    )
  }
  report(postgres ? 'folders on PostgreSQL' : 'folders', rows)
} finally {
  await server.stop()
}

/** Milliseconds until the answer, of the fastest tenth: whatever else the machine does only adds to it. */
async function compare(one, other, address) {
  const times = new Map([one, other].map((each) => [each, []]))
  for (let n = 0; n < CALLS; n++)
    for (const [{ token, folderId }, all] of times) {
      const started = performance.now()
      const answer = await fetch(`${url}/api${address(folderId)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status !== 200) throw new Error(`${address(folderId)}: ${answer.status}`)
      await answer.text()
      all.push(performance.now() - started)
    }
  return [...times.values()].map((all) => all.sort((a, b) => a - b)[Math.floor(CALLS / 10)])
}

/** With someone whose rights hold for one of its two folders. */
async function organization(operator, name, files) {
  const emails = { admin: `${name}@bench.test`, limited: `${name}-limited@bench.test` }
  await operator('POST', '/organizations/create', {
    ...{ name, adminFirstName: 'Ada', adminLastName: 'Admin', email: emails.admin, password: PASSWORD },
  })
  const admin = await signIn(url, { email: emails.admin, password: PASSWORD })
  const made = async (folderName) => (await admin('POST', '/media/folders', { name: folderName })).folder
  const [mine, theirs] = [await made('Kitchen'), await made('Bar')]
  await fill(mine, INSIDE)
  await fill(theirs, files - INSIDE)
  await admin('POST', '/user/create', {
    ...{ firstName: 'Lia', lastName: 'Limited', email: emails.limited, password: PASSWORD },
    ...{ role: '1', scope: { places: null, folders: [mine.id] } },
  })
  const { token } = await signIn(url, { email: emails.limited, password: PASSWORD })
  return { token, folderId: mine.id }
}

/** Inserts rows directly: through the API it would take an hour. */
async function fill({ id: folderId, organizationId }, count) {
  for (let from = 0; from < count; from += 500)
    await database
      .insertInto('media')
      .values(
        Array.from({ length: Math.min(500, count - from) }, (_, n) => ({
          ...{ id: randomUUID(), organizationId, folderId, name: `Photo ${from + n}` },
          ...{ nameKey: `photo ${from + n}`, sha256: '0'.repeat(64), mimetype: 'image/png', size: 1 },
          ...{ version: 1, createdAt: AT, updatedAt: AT },
        })),
      )
      .execute()
}

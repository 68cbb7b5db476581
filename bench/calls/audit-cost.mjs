// What the steps of the audit log add to a small save: the same saves with them and without, in one process.
import { percentile, report } from '#bench/support/report.mjs'
import { startInProcess } from '#bench/support/server-in-process.mjs'
import { signIn } from '#bench/support/start-server.mjs'

const SOURCES = '../../packages/server/src'
const { IN_TRANSACTION } = await import(`${SOURCES}/app/mount/work.ts`)

/** Blocks alternate, so that whatever else the machine does meets both. */
const BLOCKS = 20
const SAVES = 60
const MOST_PERCENT = 15

const server = await startInProcess()
try {
  const call = await signIn(server.url)
  const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
  const { building } = await call('POST', '/buildings/create', body)
  const all = [...IN_TRANSACTION]
  const without = all.filter(({ name }) => !['readBefore', 'leaveEntry'].includes(name))
  let n = 0
  const block = async (steps) => {
    IN_TRANSACTION.splice(0, IN_TRANSACTION.length, ...steps)
    const took = []
    for (let i = 0; i < SAVES; i++) {
      const started = performance.now()
      await call('PUT', `/buildings/${building.id}`, {
        ...body,
        name: `House ${n++}`,
        floors: building.floors,
      })
      took.push(performance.now() - started)
    }
    return percentile(took, 0.5)
  }
  const [plain, audited] = [[], []]
  await block(all)
  for (let i = 0; i < BLOCKS; i++) {
    plain.push(await block(without))
    audited.push(await block(all))
  }
  const [before, after] = [percentile(plain, 0.5), percentile(audited, 0.5)]
  const value = (after / before - 1) * 100
  report('audit-cost', [
    { what: 'small save without an entry', value: before, unit: 'ms' },
    { what: 'small save with its entry', value: after, unit: 'ms' },
    { what: 'added by the entry', value, unit: '%', target: `< ${MOST_PERCENT}`, met: value < MOST_PERCENT },
  ])
} finally {
  await server.stop()
}

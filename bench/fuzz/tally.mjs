import { percentile } from '#bench/support/report.mjs'

const GROUPS = [
  ['2xx', (status) => status >= 200 && status < 400],
  ['400', (status) => status === 400],
  ['401/403', (status) => status === 401 || status === 403],
  ['404/409', (status) => status === 404 || status === 409],
  ['413/415', (status) => [405, 408, 412, 413, 415, 416, 431].includes(status)],
  ['429', (status) => status === 429],
  ['503/507', (status) => status === 503 || status === 507],
  ['500', (status) => status >= 500 && status !== 503 && status !== 507],
  ['cut', (status) => status === 0],
]

/** Counts responses by the first part of their route's name. */
export class Tally {
  #rows = new Map()

  add(name, { status, ms, isCut }) {
    const key = name.split('.')[0]
    const row = this.#rows.get(key) ?? { requests: 0, times: [], counts: {} }
    this.#rows.set(key, row)
    row.requests++
    if (!isCut) row.times.push(ms)
    const [group] = GROUPS.find(([, fits]) => fits(status)) ?? ['other']
    row.counts[group] = (row.counts[group] ?? 0) + 1
  }

  /** Shares of all responses: not refused by a limit, and also authorized. */
  get shares() {
    const total = (group) =>
      [...this.#rows.values()].reduce((sum, { counts }) => sum + (counts[group] ?? 0), 0)
    const all = GROUPS.reduce((sum, [group]) => sum + total(group), 0)
    const answered = all - total('cut')
    const limited = total('429') + total('503/507')
    const share = (count) => `${Math.round((count / answered) * 1000) / 10} %`
    return {
      withinLimits: share(answered - limited),
      inHandler: share(answered - limited - total('401/403')),
      done: share(total('2xx')),
    }
  }

  print() {
    const names = GROUPS.map(([name]) => name)
    const line = (cells) =>
      cells.map((cell, n) => (n ? String(cell).padStart(9) : String(cell).padEnd(22))).join('')
    console.log(line(['routes', 'requests', ...names, 'p99 ms', 'max ms']))
    for (const [key, { requests, counts, times }] of [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)))
      console.log(
        line([
          key,
          requests,
          ...names.map((name) => counts[name] ?? ''),
          Math.round(percentile(times, 0.99) || 0),
          Math.round(times.reduce((most, ms) => Math.max(most, ms), 0)),
        ]),
      )
  }
}

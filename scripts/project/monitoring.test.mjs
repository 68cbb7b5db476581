import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool } from '../setup/cached/promtool.mjs'
import { root } from '../setup/root.mjs'

const folder = path.join(root, 'deploy', 'monitoring')
const dashboard = JSON.parse(readFileSync(path.join(folder, 'grafana-dashboard.json'), 'utf8'))

test('each panel of the dashboard has its own place and a query', () => {
  const taken = new Set()
  for (const { title, gridPos, targets } of dashboard.panels) {
    expect(targets.length, title).toBeGreaterThan(0)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), `${title} at ${x} ${y}`).toBe(false)
        taken.add(`${x} ${y}`)
      }
  }
})

const promtool = await findPromtool()
const check = (...args) => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

test.runIf(promtool)('the alert rules are valid, and fire when they should and not before', () => {
  expect(check('check', 'rules', 'alerts.yml')).toBe('')
  expect(check('test', 'rules', 'alerts.test.yml')).toBe('')
})

test.runIf(promtool)('the queries of the dashboard are valid', () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'vitrine-dashboard-')), 'queries.json')
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const rules = queries.map((expr, n) => ({ record: `query${n}`, expr }))
  try {
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(check('check', 'rules', file)).toBe('')
  } finally {
    rmSync(path.dirname(file), { recursive: true })
  }
})

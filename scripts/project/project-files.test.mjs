import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { NEEDED_NODE } from '../setup/node.mjs'
import { root } from '../setup/root.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const json = (file) => JSON.parse(read(file))
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const jobsOf = (file) => Object.entries(parse(read(file)).jobs)

describe.each(workflows)('%s', (file) => {
  const workflow = parse(read(file))
  const commands = jobsOf(file).flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []))

  test('may only read, and keeps no credentials', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const [, { steps }] of jobsOf(file))
      for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect(step.with['persist-credentials']).toBe(false)
  })

  test('pins its actions, ends jobs that hang, and runs our Node', () => {
    for (const [name, job] of jobsOf(file)) {
      expect(job['timeout-minutes'], name).toBeGreaterThan(0)
      if (job.container) expect(job.container).toMatch(new RegExp(`^node:${NEEDED_NODE}-`))
      for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/@v\d+$|@[0-9a-f]{40}$/)
    }
  })

  test('runs commands that exist', () => {
    const { scripts } = json('package.json')
    for (const command of commands) {
      const [, script] = /^npm (?:run )?(\w[\w:]*)/.exec(command) ?? []
      if (script && script !== 'ci') expect(Object.keys(scripts)).toContain(script)
      const [, program] = /^node (\S+)/.exec(command) ?? []
      if (program) expect(() => read(program)).not.toThrow()
    }
  })
})

test('CI runs every check on pushes to main, pull requests and tags', () => {
  const { on, jobs } = parse(read('.github/workflows/ci.yml'))
  expect(on).toEqual({ push: { branches: ['main'], tags: ['v*'] }, pull_request: null })
  expect(jobs.test.steps.map(({ run }) => run)).toContain('npm test')
  expect(jobs.release.needs).toContain('test')
})

test('updates are proposed for everything that has versions here', () => {
  const { version, updates } = parse(read('.github/dependabot.yml'))
  expect(version).toBe(2)
  expect(updates.map((each) => each['package-ecosystem']).sort()).toEqual(['docker', 'github-actions', 'npm'])
})

test('issue forms have the fields that GitHub requires, and unique ids', () => {
  for (const file of ['bug', 'feature'].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`)) {
    const { name, description, body } = parse(read(file))
    expect([typeof name, typeof description]).toEqual(['string', 'string'])
    const inputs = body.filter(({ type }) => type !== 'markdown')
    for (const { type, attributes } of inputs) {
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
      expect(typeof attributes.label).toBe('string')
      if (type === 'dropdown') expect(attributes.options.length).toBeGreaterThan(1)
    }
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(inputs.length)
  }
})

test('editors format as the formatter does', () => {
  const { formatter } = json('biome.json')
  const editorconfig = Object.fromEntries(
    [...read('.editorconfig').matchAll(/^(\w+) = (.+)$/gm)].map(([, ...pair]) => pair),
  )
  expect(editorconfig).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
  })
  const settings = json('.vscode/settings.json')
  expect(settings['editor.defaultFormatter']).toBe('biomejs.biome')
  expect(settings['editor.rulers']).toEqual([formatter.lineWidth])
  expect(json('.vscode/extensions.json').recommendations).toContain('biomejs.biome')
})

test('decisions have unique numbers, which their titles name', () => {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  const numbers = files.map((file) => path.basename(file).slice(0, 3))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  for (const [index, file] of files.entries()) expect(read(file), file).toMatch(`# ${numbers[index]}: `)
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { NEEDED_NODE } from '../setup/node.mjs'
import { PORT_DEFAULTS } from '../setup/ports.mjs'
import { root } from '../setup/root.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const json = (file) => JSON.parse(read(file))
const ports = Object.values(PORT_DEFAULTS)

/** The instructions of a Dockerfile by stage: [{ from, name, steps: [{ word, rest, line }] }]. */
function stagesOf(text) {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n/g, ' ')
  const stages = []
  for (const line of lines
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const { word, rest } = /^(?<word>[A-Z]+) (?<rest>.*)$/.exec(line)?.groups ?? {}
    if (!word) throw new Error(`Not an instruction: ${line}`)
    if (word === 'FROM') {
      const { from, name } = /^(?<from>\S+)(?: AS (?<name>\S+))?$/.exec(rest).groups
      stages.push({ from, name, steps: [] })
    } else stages.at(-1).steps.push({ word, rest, line })
  }
  return stages
}

/** What breaks the rules that hadolint has for images like this one. */
function problemsOf(text) {
  const stages = stagesOf(text)
  const final = stages.at(-1)
  const all = stages.flatMap(({ steps }) => steps)
  const rest = (word) => final.steps.filter((step) => step.word === word).map((step) => step.rest)
  const names = stages.flatMap(({ name }) => name ?? [])
  return [
    ...stages
      .filter(({ from }) => !names.includes(from) && !/^[a-z]+:(?!latest)[\w.-]+$/.test(from))
      .map(({ from }) => `${from}: an image of the standard library with a version`),
    ...all
      .filter(({ word }) => word === 'ADD' || word === 'MAINTAINER')
      .map(({ line }) => `${line}: use COPY`),
    ...all
      .filter(({ word, rest }) => word === 'WORKDIR' && !rest.startsWith('/'))
      .map(({ line }) => `${line}: not an absolute path`),
    ...all
      .filter(({ word, rest }) => word === 'RUN' && /\bsudo\b|npm (?:i|install)\b|\bcd \//.test(rest))
      .map(({ line }) => `${line}: use USER, npm ci, WORKDIR`),
    ...all
      .filter(
        ({ word, rest }) =>
          word === 'RUN' && /apt-get install/.test(rest) && !/rm -rf \/var\/lib\/apt\/lists/.test(rest),
      )
      .map(({ line }) => `${line}: leaves lists of packages in the image`),
    ...all
      .filter(({ word, rest }) => ['CMD', 'ENTRYPOINT'].includes(word) && !rest.startsWith('['))
      .map(({ line }) => `${line}: a shell would not pass signals on`),
    ...all
      .filter(({ word, rest }) => ['ENV', 'ARG'].includes(word) && /PASSWORD|SECRET|TOKEN/.test(rest))
      .map(({ line }) => `${line}: a secret in the image`),
    ...(['', 'root', '0'].includes(rest('USER').at(-1) ?? '') ? ['It runs as root'] : []),
    ...(rest('CMD').length === 1 ? [] : ['One CMD']),
    ...(rest('HEALTHCHECK').length === 1 ? [] : ['One HEALTHCHECK']),
    ...(stages.length > 1 ? [] : ['Build tools stay in the image']),
  ]
}

/** The sources of a COPY, without options and destination, and the stage they come from. */
function copied({ rest }) {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  return { from, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) }
}

/** Whether .dockerignore keeps a file of the repository out of the build: the last rule that fits decides. */
function isIgnored(file) {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  return rules.reduce((ignored, rule) => {
    const isException = rule.startsWith('!')
    const pattern = isException ? rule.slice(1) : rule
    return ignoreRule(pattern).test(file) ? !isException : ignored
  }, false)
}

/** As Docker reads it: a star also means names that begin with a dot, and a folder means everything in it. */
const ignoreRule = (pattern) =>
  new RegExp(
    `^${pattern.replace(/\*\*\/|[.*]/g, (part) => ({ '**/': '(?:.+/)?', '.': '\\.', '*': '[^/]*' })[part])}(?:/|$)`,
  )

const dockerfile = read('Dockerfile')
const stages = stagesOf(dockerfile)
const final = stages.at(-1)
const build = stages.find(({ name }) => name === 'build')
const compose = parse(read('compose.yaml'))
const service = compose.services.vitrine

describe('the Dockerfile', () => {
  test('follows the rules for images', () => {
    expect(problemsOf(dockerfile)).toEqual([])
  })

  test.each([
    ['FROM node:latest', /^node:latest/],
    ['FROM example.org/node:24', /example\.org/],
    ['FROM node:24\nUSER root', /runs as root/],
    ['FROM node:24\nADD . /app', /ADD \. \/app/],
    ['FROM node:24\nCMD node main.js', /signals/],
    ['FROM node:24\nENV ADMIN_PASSWORD=x', /secret/],
    ['FROM node:24\nRUN apt-get update && apt-get install -y x', /lists/],
    ['FROM node:24\nRUN npm install', /npm ci/],
    ['FROM node:24\nWORKDIR app', /absolute/],
  ])('%j breaks one', (text, problem) => {
    expect(problemsOf(text)).toContainEqual(expect.stringMatching(problem))
  })

  test('every stage runs the Node that the rest of the project runs', () => {
    const majors = stages.map(({ from }) => Number(/^node:(\d+)-/.exec(from)?.[1]))
    expect(new Set(majors)).toEqual(new Set([NEEDED_NODE]))
    expect(Number(read('.nvmrc'))).toBe(NEEDED_NODE)
    expect(new Set(stages.map(({ from }) => from)).size).toBe(1)
  })

  test('what it copies exists, is not ignored, and includes every workspace’s package.json', () => {
    const steps = stages.flatMap(({ steps }) => steps.filter(({ word }) => word === 'COPY'))
    const fromContext = steps.map(copied).flatMap(({ from, sources }) => (from ? [] : sources))
    expect(fromContext.length).toBeGreaterThan(8)
    expect(fromContext.filter((file) => !existsSync(path.join(root, file)) || isIgnored(file))).toEqual([])
    const workspaces = json('package.json').workspaces.map((folder) => `${folder}/package.json`)
    expect(fromContext).toEqual(expect.arrayContaining(globSync(workspaces, { cwd: root })))
  })

  test('what a build reads is part of the build stage', async () => {
    const { sourceFiles } = await import('../setup/built.mjs')
    const has = build.steps.filter(({ word }) => word === 'COPY').flatMap((step) => copied(step).sources)
    const missing = [...sourceFiles()].filter(
      (file) => isIgnored(file) || !has.some((source) => file === source || file.startsWith(`${source}/`)),
    )
    expect(missing).toEqual([])
  })

  test('the sources, data and history of a working copy stay out', () => {
    const unwanted = ['.git/HEAD', 'node_modules/x/a.js', 'data/vitrine.db', 'dist/server/main.js', '.env']
    expect(unwanted.filter((file) => !isIgnored(file))).toEqual([])
    expect(isIgnored('packages/console/node_modules/x/a.js')).toBe(true)
  })

  test('the ports are those of the server, and DATA_DIR is the volume', () => {
    const rest = (word) => final.steps.find((step) => step.word === word).rest
    expect(rest('EXPOSE').split(' ').map(Number)).toEqual(ports)
    expect(rest('ENV').split(' ')).toContain(`DATA_DIR=${rest('VOLUME')}`)
  })

  test('it starts what the build makes of the server’s sources', () => {
    const started = final.steps
      .filter(({ word }) => ['CMD', 'HEALTHCHECK'].includes(word))
      .map(({ rest }) => JSON.parse(rest.slice(rest.indexOf('['))).at(-1))
    expect(started).toEqual(['server/health-check.js', 'server/main.js'])
    for (const file of started)
      expect(
        existsSync(path.join(root, 'packages/server/src', path.basename(file, '.js').concat('.ts'))),
      ).toBe(true)
  })
})

describe('compose.yaml', () => {
  test('builds this folder as the current version', () => {
    expect(service.build.context).toBe('.')
    const args = stages.flatMap(({ steps }) => steps.filter(({ word }) => word === 'ARG'))
    expect(args.map(({ rest }) => rest.split('=')[0]).sort()).toEqual(Object.keys(service.build.args).sort())
    expect(service.image).toBe(`vitrine:${json('package.json').version}`)
  })

  test('keeps data in a named volume on DATA_DIR, and publishes the three ports', () => {
    const volume = final.steps.find(({ word }) => word === 'VOLUME').rest
    expect(service.volumes).toContain(`data:${volume}`)
    expect(Object.keys(compose.volumes)).toEqual(['data'])
    expect(service.ports).toEqual(ports.map((port) => `${port}:${port}`))
  })

  test('sets only settings that the server reads', () => {
    const env = read('packages/server/src/lib/env.ts')
    const settings = [...env.matchAll(/^ {2}([A-Z][A-Z_\d]+):/gm)].map((match) => match[1])
    expect(Object.keys(service.environment).length).toBeGreaterThan(0)
    expect(Object.keys(service.environment).filter((name) => !settings.includes(name))).toEqual([])
  })

  test('restarts after a crash, and allows more time to stop than uploads get', () => {
    expect(service.restart).toBe('unless-stopped')
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(30)
  })
})

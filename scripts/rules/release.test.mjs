import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../setup/processes.mjs'
import { root } from '../setup/root.mjs'
import { releaseProblems, statedVersions, withRelease, withVersion } from './release.mjs'

const manifest = (name, version, more) => JSON.stringify({ name, version, ...more })
const files = (version) => [
  { file: 'package.json', text: manifest('vitrine', version) },
  {
    file: 'packages/server/package.json',
    text: manifest('@vitrine/server', version, {
      dependencies: { '@vitrine/contract': version, pg: '8.0.0' },
    }),
  },
  { file: 'compose.yaml', text: `services:\n  vitrine:\n    image: vitrine:${version}\n` },
  {
    file: 'package-lock.json',
    text: JSON.stringify({
      version,
      packages: { '': { version }, 'packages/server': { version }, 'node_modules/pg': { version: '0.1.0' } },
    }),
  },
  { file: 'packages/contract/src/version.ts', text: `export const PRODUCT_VERSION = '${version}'\n` },
]
const changelog = (...lines) => ['# Changelog', '', ...lines].join('\n')
const GOOD = changelog('## [Unreleased]', '', '## [0.2.0] - 2026-11-23', '', '### Added', '', '- Much', '')

describe('what makes a release', () => {
  const problems = (more) =>
    releaseProblems({ version: '0.2.0', files: files('0.2.0'), changelog: GOOD, latest: '0.1.0', ...more })

  test('one version everywhere, an entry, and a newer version than the last', () => {
    expect(problems()).toEqual([])
  })

  test('a changed version changes everywhere, and nowhere else', () => {
    const changed = files('0.1.0').map((each) => ({ ...each, text: withVersion(each, '0.1.0', '0.2.0') }))
    expect(statedVersions(changed).map(({ version }) => version)).toEqual(Array(8).fill('0.2.0'))
    expect(JSON.parse(changed[3].text).packages['node_modules/pg'].version).toBe('0.1.0')
  })

  test.each(files('0.2.0').map(({ file }, index) => [file, index]))(
    'another version in %s is refused',
    (_, index) => {
      const mixed = files('0.2.0').with(index, files('0.1.0')[index])
      expect(problems({ files: mixed })).not.toEqual([])
    },
  )

  test.each([
    ['no entry', changelog('## [Unreleased]'), /no entry/],
    ['an entry without a date', GOOD.replace(' - 2026-11-23', ''), /no date/],
    ['an empty entry', GOOD.replace('- Much', ''), /lists nothing/],
    [
      'something under Unreleased',
      GOOD.replace('## [Unreleased]\n', '## [Unreleased]\n\n- More\n'),
      /Unreleased/,
    ],
    ['no section for what comes next', GOOD.replace('## [Unreleased]\n', ''), /does not begin/],
    ['a newer entry', withRelease(GOOD, '0.3.0', '2026-12-01'), /not the newest/],
  ])('a changelog with %s is refused', (_, text, problem) => {
    expect(problems({ changelog: text })).toContainEqual(expect.stringMatching(problem))
  })

  test.each(['0.2.0', '0.10.0', '1.0.0'])('a version that is not newer than %s is refused', (latest) => {
    expect(problems({ latest })).toContainEqual(expect.stringContaining(`not newer than ${latest}`))
  })
})

describe('npm run release', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-release-'))
  const work = path.join(folder, 'work')
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(work, file)), { recursive: true })
    writeFileSync(path.join(work, file), text)
  }
  const git = (...args) => execFileSync('git', args, { cwd: work, encoding: 'utf8', stdio: 'pipe' }).trim()
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'all: save')
    git('push', '--quiet')
  }
  const release = async (...args) => {
    const { code, output } = await run(process.execPath, ['scripts/release.mjs', ...args], { cwd: work })
    return { code, output }
  }
  const passTests = () => write('.cache/tested-tree', git('rev-parse', 'HEAD^{tree}'))

  beforeAll(() => {
    mkdirSync(work)
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path.join(folder, 'origin')])
    git('init', '--quiet', '--initial-branch=main')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@example.org')
    git('config', 'commit.gpgsign', 'false')
    git('config', 'tag.gpgsign', 'false')
    git('remote', 'add', 'origin', path.join(folder, 'origin'))
    for (const name of [
      'release.mjs',
      'rules/release.mjs',
      'setup/plain-failure.mjs',
      'setup/root.mjs',
      'setup/tested.mjs',
    ])
      cpSync(path.join(root, 'scripts', name), path.join(work, 'scripts', name))
    for (const { file, text } of files('0.1.0')) write(file, text)
    write('CHANGELOG.md', GOOD.replace('## [0.2.0] - 2026-11-23\n', ''))
    write('.gitignore', '.cache/\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'all: begin')
    git('push', '--quiet', '--set-upstream', 'origin', 'main')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('sets the version, refuses until everything fits, and creates a tag with the changelog’s entry', async () => {
    expect(await release('--set', '0.2.0')).toMatchObject({ code: 0 })
    const { output } = await release()
    expect(output).toContain('uncommitted changes')
    commit()
    expect((await release()).output).toContain("npm test -- --all hasn't passed")
    passTests()

    expect(await release('--check')).toEqual({ code: 0, output: 'Version 0.2.0 can be released.\n' })
    expect(git('tag')).toBe('')
    expect(await release()).toMatchObject({
      code: 0,
      output: expect.stringContaining('git push origin v0.2.0'),
    })
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag')
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('Vitrine 0.2.0\n\nAdded:\n\n- Much')
    expect(git('ls-remote', '--tags', 'origin')).toBe('')
    expect((await release('--verify', 'v0.2.0')).code).toBe(0)
  })

  test('refuses a second tag, another branch, and commits that are not pushed', async () => {
    expect((await release()).output).toContain('The tag v0.2.0 already exists')
    git('commit', '--quiet', '--allow-empty', '--message', 'all: nothing')
    expect((await release()).output).toContain('differs from its upstream')
    git('checkout', '--quiet', '-b', 'other')
    expect((await release()).output).toContain('from the branch main')
    git('checkout', '--quiet', 'main')
  })

  test('in CI, a tag must be annotated, of this commit and of this version', async () => {
    expect((await release('--verify', 'v0.2.0')).output).toContain("doesn't point to the checked-out commit")
    git('tag', 'v0.3.0')
    const { code, output } = await release('--verify', 'v0.3.0')
    expect(code).toBe(1)
    expect(output).toContain('not an annotated tag')
    expect(output).toContain('package.json says 0.2.0')
  })

  test('no version goes back', async () => {
    for (const version of ['0.1.9', '0.2.0', 'next']) expect((await release('--set', version)).code).toBe(1)
    expect(JSON.parse(readFileSync(path.join(work, 'package.json'), 'utf8')).version).toBe('0.2.0')
  })
})

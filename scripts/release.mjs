// Releases the version in package.json: checks everything a release needs, then creates its tag. It pushes nothing.
//   npm run release                         checks, and creates the annotated tag v1.2.3
//   npm run release -- --check              only checks
//   npm run release -- --verify v1.2.3      checks that this tag is a release (for CI)
//   npm run release -- --set 1.3.0          writes a new version everywhere and opens its entry in the changelog
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  compareVersions,
  readChangelog,
  releaseProblems,
  withRelease,
  withVersion,
} from './rules/release.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { root } from './setup/root.mjs'
import { cleanTree, git, wasTested } from './setup/tested.mjs'

const CHANGELOG = 'CHANGELOG.md'
const VERSION_FILES = [
  '{.,e2e,bench,packages/*}/package.json',
  'package-lock.json',
  'packages/contract/src/**/version.ts',
  'compose.yaml',
  'deploy/compose.yaml',
  'deploy/kubernetes/kustomization.yaml',
]

await runMain(async () => {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, verify: { type: 'string' }, set: { type: 'string' } },
  })
  if (values.set) return setVersion(values.set)
  if (values.verify) return verify(values.verify)
  const version = productVersion()
  refuse([...contentProblems(version, latestTag()), ...commitProblems(version)])
  if (values.check) return console.log(`Version ${version} can be released.`)
  if (git('tag', '--annotate', `v${version}`, '--message', tagMessage(version)) === undefined)
    throw new PlainFailure('git tag failed. Are user.name and user.email set?')
  console.log(`Created the tag v${version}. Publish it with: git push origin v${version}`)
})

/** What a commit must contain. */
function contentProblems(version, latest) {
  return releaseProblems({ version, files: versionFiles(), changelog: read(CHANGELOG), latest })
}

/** Where a commit must be, and what must have happened to it. */
function commitProblems(version) {
  const problems = []
  const tree = cleanTree()
  if (git('tag', '--list', `v${version}`)) problems.push(`The tag v${version} already exists`)
  if (git('branch', '--show-current') !== 'main')
    problems.push('Releases are only created from the branch main')
  else {
    git('fetch', '--quiet')
    if (git('rev-parse', 'HEAD') !== git('rev-parse', '@{upstream}'))
      problems.push('main differs from its upstream: pull, or push first')
  }
  if (!tree) problems.push('There are uncommitted changes')
  else if (!wasTested(tree)) problems.push("npm test -- --all hasn't passed on this commit: run it first")
  return problems
}

/** In CI, where the tests of the commit have passed by then. */
function verify(tag) {
  const version = productVersion()
  const problems = contentProblems(version, latestTag(tag))
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, package.json says ${version}`)
  if (git('cat-file', '-t', tag) !== 'tag') problems.push(`${tag} is not an annotated tag`)
  if (git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD'))
    problems.push(`${tag} doesn't point to the checked-out commit`)
  refuse(problems)
  console.log(`${tag} is a release.`)
}

function setVersion(version) {
  const present = productVersion()
  if (!(compareVersions(version, present) > 0))
    throw new PlainFailure(`${version} is not a version newer than ${present}.`)
  for (const each of versionFiles())
    writeFileSync(path.join(root, each.file), withVersion(each, present, version))
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(path.join(root, CHANGELOG), withRelease(read(CHANGELOG), version, date))
  console.log(
    `The version is ${version}. Complete its entry in ${CHANGELOG}, commit, and run npm test -- --all.`,
  )
}

/** Every file that states the version. */
function versionFiles() {
  const found = globSync(VERSION_FILES, { cwd: root }).map((file) => file.split(path.sep).join('/'))
  return found.sort().map((file) => ({ file, text: read(file) }))
}

function latestTag(except) {
  const tags = (git('tag', '--list', 'v*') ?? '').split('\n').filter((tag) => tag && tag !== except)
  return tags
    .map((tag) => tag.slice(1))
    .sort(compareVersions)
    .at(-1)
}

function tagMessage(version) {
  const { body } = readChangelog(read(CHANGELOG)).find(({ name }) => name === version)
  // git takes lines that begin with # for comments.
  return `Vitrine ${version}\n\n${body.replace(/^### (.*)$/gm, '$1:')}`
}

function refuse(problems) {
  if (problems.length)
    throw new PlainFailure(`This can't be released:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

function productVersion() {
  return JSON.parse(read('package.json')).version
}

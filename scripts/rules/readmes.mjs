// READMEs of the source folders: each says what is in its folders and what a room may import.
import path from 'node:path'
import { LEVELS } from './imports.mjs'

/** Deeper folders with fewer modules explain themselves. */
const MODULES_OF_A_NAMED_FOLDER = 3

const SOURCES = /^packages\/([^/]+)\/src\//
const ROW = /^\| `([^`]+)\/` \| (.+) \|$/gm
const MAY_IMPORT = /^May import (.+)\.$|^Imports no other folder\.$/m

/** Problems of the READMEs among the project's files ({ file, text, isTest }). */
export function checkReadmes(files) {
  const inside = files.filter(({ file }) => SOURCES.test(file))
  const modules = countModules(inside)
  const readmes = inside.filter(({ file }) => file.endsWith('/README.md'))
  const rows = new Map(readmes.map(({ file, text }) => [path.posix.dirname(file), rowsOf(text)]))
  return [
    ...missingReadmes(modules, rows),
    ...readmes.flatMap(({ file, text }) => checkReadme(file, text, modules)),
    ...[...modules.keys()].flatMap((folder) => checkNamed(folder, modules, rows)),
  ]
}

/** What the README of a level says about imports. Undefined: it isn't a level of its program. */
export function mayImport(workspace, folder) {
  const levels = LEVELS[workspace] ?? []
  const own = levels.findIndex((level) => level.includes(folder))
  if (own < 0) return undefined
  const below = levels.slice(0, own).flat()
  if (!below.length) return 'Imports no other folder.'
  return `May import ${below.map((name) => `\`${name}\``).join(', ')}.`
}

/** Modules directly in each folder. Folders that only have folders count none. */
function countModules(files) {
  const counts = new Map()
  for (const { file, isTest } of files) {
    const root = file.match(SOURCES)[0].slice(0, -1)
    const isModule = /\.(ts|tsx)$/.test(file) && !isTest
    let folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + (isModule ? 1 : 0))
    for (; folder !== root; folder = path.posix.dirname(folder))
      if (!counts.has(folder)) counts.set(folder, 0)
  }
  return counts
}

const rowsOf = (text) => [...text.matchAll(ROW)].map(([, name]) => name)

/** Every program has a README, and every level of one that has folders. */
function missingReadmes(modules, rows) {
  const folders = [...modules.keys()]
  return folders.flatMap((folder) => {
    const [, workspace, , level, ...rest] = folder.split('/')
    const isLevel = level && !rest.length && workspace !== 'contract' && mayImport(workspace, level)
    const hasFolders = folders.some((other) => other.startsWith(`${folder}/`))
    if (rows.has(folder) || (level && !(isLevel && hasFolders))) return []
    return [`${folder}: write a README.md that says what is in its folders`]
  })
}

function checkReadme(file, text, modules) {
  const folder = path.posix.dirname(file)
  const gone = rowsOf(text).filter((name) => !modules.has(`${folder}/${name}`))
  const [, workspace, , level] = folder.split('/')
  const expected = level && mayImport(workspace, level)
  const isWrong = expected && text.match(MAY_IMPORT)?.[0] !== expected
  return [
    ...gone.map((name) => `${file}: ${name}/ doesn't exist`),
    ...(isWrong ? [`${file}: scripts/rules/imports.mjs says: ${expected}`] : []),
  ]
}

function checkNamed(folder, modules, rows) {
  let above = path.posix.dirname(folder)
  while (SOURCES.test(above) && !rows.has(above)) above = path.posix.dirname(above)
  if (!rows.has(above)) return []
  const name = folder.slice(above.length + 1)
  const isDirect = !name.includes('/')
  if (!isDirect && modules.get(folder) < MODULES_OF_A_NAMED_FOLDER) return []
  return rows.get(above).includes(name) ? [] : [`${above}/README.md: say what is in ${name}/`]
}

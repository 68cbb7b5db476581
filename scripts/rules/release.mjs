// Requirements for a release commit: one version everywhere, with an entry in the changelog.

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
const MANIFEST = /(^|\/)package\.json$/
const SOURCE = /(^|\/)version\.ts$/
const DEPLOYED = /\.yaml$/
const IN_DEPLOYED = /(image: vitrine:|newTag: )([\d.]+)/g
const IN_SOURCE = /(PRODUCT_VERSION = ')([^']*)(')/

/** Every place with the product's version, in files ({ file, text }): [{ place, version }]. */
export function statedVersions(files) {
  return files.flatMap(({ file, text }) => {
    if (SOURCE.test(file)) return [{ place: file, version: IN_SOURCE.exec(text)?.[2] }]
    if (DEPLOYED.test(file))
      return [...text.matchAll(IN_DEPLOYED)].map(([, , version]) => ({ place: file, version }))
    if (MANIFEST.test(file)) return statedIn(file, JSON.parse(text))
    const { version, packages } = JSON.parse(text)
    const own = Object.entries(packages).filter(([place]) => !place.includes('node_modules/'))
    return [
      { place: file, version },
      ...own.flatMap(([place, entry]) => statedIn(`${file} (${place || 'root'})`, entry)),
    ]
  })
}

/** A package's own version, and the versions of our packages that it depends on. */
function statedIn(place, { version, ...entry }) {
  const dependencies = { ...entry.dependencies, ...entry.devDependencies }
  const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('@vitrine/'))
  return [
    { place, version },
    ...ours.map(([name, wanted]) => ({ place: `${place}, ${name}`, version: wanted })),
  ]
}

/** Replaces the version in all these places of a file. */
export function withVersion({ file, text }, from, to) {
  if (SOURCE.test(file)) return text.replace(IN_SOURCE, `$1${to}$3`)
  if (DEPLOYED.test(file)) return text.replace(IN_DEPLOYED, `$1${to}`)
  const data = JSON.parse(text)
  const own = MANIFEST.test(file) ? [data] : [data, ...ownEntries(data.packages)]
  for (const entry of own) {
    if (entry.version === from) entry.version = to
    for (const list of [entry.dependencies, entry.devDependencies])
      for (const name of Object.keys(list ?? {})) if (name.startsWith('@vitrine/')) list[name] = to
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

const ownEntries = (packages) =>
  Object.entries(packages).flatMap(([place, entry]) => (place.includes('node_modules/') ? [] : [entry]))

/** Sections of a changelog: [{ name, date, body }], newest first. */
export function readChangelog(text) {
  const sections = text.split(/^## (?=\[)/m).slice(1)
  return sections.map((section) => {
    const [heading, ...lines] = section.split('\n')
    const { name, date } = /^\[(?<name>[^\]]+)\](?: - (?<date>.+))?$/.exec(heading.trim())?.groups ?? {}
    return { name, date, body: lines.join('\n').trim() }
  })
}

/** Turns the entries under Unreleased into this version's section. */
export function withRelease(text, version, date) {
  return text.replace(/^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${date}\n`)
}

/** Problems that block releasing this version. `latest`: the newest version with a tag. */
export function releaseProblems({ version, files, changelog, latest }) {
  if (!VERSION.test(version)) return [`${version} is not a version like 1.2.3`]
  const problems = statedVersions(files)
    .filter((stated) => stated.version !== version)
    .map((stated) => `${stated.place} says ${stated.version}, package.json says ${version}`)
  const sections = readChangelog(changelog)
  const entry = sections.find(({ name }) => name === version)
  const [first, second] = sections
  if (!entry) problems.push(`CHANGELOG.md has no entry "## [${version}] - YYYY-MM-DD"`)
  else {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(entry.date ?? '')) problems.push(`The entry for ${version} has no date`)
    if (!/^- /m.test(entry.body)) problems.push(`The entry for ${version} lists nothing`)
    if (second !== entry) problems.push(`The entry for ${version} is not the newest one`)
  }
  if (first?.name !== 'Unreleased') problems.push('CHANGELOG.md does not begin with "## [Unreleased]"')
  else if (first.body) problems.push(`Something is still under Unreleased: move it below ${version}`)
  if (latest && compareVersions(version, latest) <= 0)
    problems.push(`Version ${version} is not newer than ${latest}, which has a tag`)
  return problems
}

export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => VERSION.exec(version)?.slice(1).map(Number) ?? [])
  for (const part of [0, 1, 2]) if (left[part] !== right[part]) return left[part] - right[part]
  return 0
}

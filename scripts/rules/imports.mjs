// The import rules. The tables are the architecture (docs/architecture.md); the rest only parses text.
import path from 'node:path'

/** Workspace → its allowed imports from other workspaces: a whole package, or one entry of it. */
const PACKAGES = {
  contract: [],
  widgets: ['contract'],
  server: ['contract', 'widgets/definitions', 'widgets/definition', 'widgets/prayer-times'],
  player: ['contract', 'widgets'],
  console: ['contract', 'widgets'],
  e2e: ['contract', 'widgets'],
  bench: ['contract', 'e2e'],
}

/** In an app, a folder may import itself and every level to its left. */
const LEVELS = {
  server: [['lib'], ['db', 'blobs'], ['publishing'], ['features'], ['app']],
  console: [['lib'], ['ui'], ['fields', 'queries'], ['features'], ['app']],
}

/**
 * Modules of other workspaces that the server's `lib` may import: declarations of calls, errors, and limits. It knows
 * nothing of signage (screens, pages, media), features, or tables (LEVELS), and sends no queries.
 */
const LIB_KNOWS = ['body-limits', 'errors', 'route', 'rules', 'trim-slashes']
const QUERIES = /^(kysely|pg)(\/|$)/

/** The files that every feature exports to others. */
const FEATURE_DOOR = /(^|\/)(api|queries|[a-z0-9-]+-picker)\.tsx?$/

/**
 * Further modules that a console feature exports, with which other features are built. An entry that no other feature
 * imports is refused.
 */
const OFFERED = {
  'allowed-sites': ['site-notice.tsx'],
  'device-groups': ['day-strip.tsx', 'slot-text.ts'],
  devices: [
    'deletion-effects.ts',
    'device-states.ts',
    'now-playing.tsx',
    'pictures/group-picture.tsx',
    'pictures/plan.ts',
    'pictures/screen-picture.tsx',
    'switches/manual-switches.tsx',
    'use-look-at.ts',
  ],
  licences: ['licence-state.ts'],
  media: ['content-fields-host.tsx', 'media-of.tsx'],
  plays: ['on-screen-strip.tsx'],
  pages: [
    'designer/bar/on-screens.tsx',
    'gallery/page-gallery.tsx',
    'host/page-fields-host.tsx',
    'host/page-host.ts',
    'page-editor.tsx',
    'preview/page-preview-of.tsx',
    'preview/page-preview-run.ts',
    'preview/preview-page.ts',
    'preview/use-story-preview.tsx',
    'standalone-designer.tsx',
    'thumbs/page-thumb.tsx',
  ],
  settings: ['server-warnings.ts'],
  tags: ['tag-chips.tsx', 'tags-editor.tsx'],
}

/**
 * Modules that load zod. These workspaces import only their types, outside the contract's own `api/`: screens load no
 * schemas.
 */
const SCHEMAS = /^zod(\/|$)|^@vitrine\/contract(\/api\/.+)?$|^(#|\.\/)api\//
const WITHOUT_SCHEMAS = ['contract', 'widgets', 'player']
const DEFINES_SCHEMAS = /^packages\/contract\/src\/(api\/.+|index\.ts$)/

/** Allowed external packages of a workspace; other workspaces may use any of their dependencies. */
const OUTSIDE = { contract: ['zod', 'zod/mini'] }

/** The scripts start clusters of servers, and journeys run on one. */
const STARTS_SERVERS = { e2e: '../../scripts/outages/cluster.mjs' }

const IN_A_BROWSER_TOO = ['contract', 'widgets', 'console', 'player']
const IMPORT =
  /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"](?<named>[^'"\n]+)['"]|^\s*import\s*['"](?<bare>[^'"\n]+)['"]|\bimport\s*\(\s*['"](?<dynamic>[^'"\n]+)['"]/gm

/** Every import specifier in a source text. */
export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(({ groups }) => groups.named ?? groups.bare ?? groups.dynamic)
}

/** The imports that are loaded at run time; type imports are erased. */
function loadedImportsOf(text) {
  const loaded = [...text.matchAll(IMPORT)].filter(
    ([statement]) => !/^\s*(import|export) type\b/.test(statement),
  )
  return loaded.map(({ groups }) => groups.named ?? groups.bare ?? groups.dynamic)
}

/** Problems in the given source files ({ file, text, isTest }); `file` is relative to the root, with slashes. */
export function checkImports(files) {
  const problems = files.flatMap(checkFile)
  return [...problems, ...checkDefinitionsArePlainData(files)]
}

/** Problems of the whole tree: modules without a feature, and exports that no other feature uses. */
export function checkFeatures(files) {
  const loose = files
    .filter(({ file }) => /^packages\/console\/src\/features\/[^/]+$/.test(file))
    .map(({ file }) => `${file}: move it into the feature that it belongs to`)
  const taken = new Set(
    files
      .filter(({ file, isTest }) => !isTest && file.startsWith('packages/console/src/features/'))
      .flatMap(({ file, text }) =>
        importsOf(text).filter((spec) => folderAndFeature(spec.slice(1)).feature !== placeOf(file).feature),
      ),
  )
  const unused = Object.entries(OFFERED).flatMap(([feature, offers]) =>
    offers
      .filter((offer) => !taken.has(`#features/${feature}/${offer}`))
      .map((offer) => `features/${feature}/${offer} is offered, and no other feature imports it`),
  )
  return [...loose, ...unused]
}

function checkFile({ file, text, isTest }) {
  const place = placeOf(file)
  const forbidden = importsOf(text).map((spec) => [spec, whyForbidden(spec, place, isTest)])
  const loadsNoSchemas = WITHOUT_SCHEMAS.includes(place.workspace) && !isTest && !DEFINES_SCHEMAS.test(file)
  const schemas = loadsNoSchemas ? loadedImportsOf(text).filter((spec) => SCHEMAS.test(spec)) : []
  return [
    ...forbidden.flatMap(([spec, why]) => (why ? [`${file}: '${spec}': ${why}`] : [])),
    ...schemas.map((spec) => `${file}: '${spec}': loads schemas, so import types only ('import type')`),
  ]
}

/** packages/server/src/features/buildings/routes.ts → workspace server, folder features, feature buildings. */
function placeOf(file) {
  const parts = file.split('/')
  const workspace = parts[0] === 'packages' ? parts[1] : parts[0]
  const inside = parts[0] === 'packages' ? parts.slice(3) : parts.slice(1)
  return { workspace, ...folderAndFeature(inside.join('/')) }
}

function folderAndFeature(inside) {
  const [folder, feature, ...rest] = inside.split('/')
  // A file directly in `features` (the server's list of them, the type of a handler) belongs to no feature.
  return { folder: feature ? folder : undefined, feature: rest.length ? feature : undefined }
}

function whyForbidden(spec, { workspace, folder, feature }, isTest) {
  const isLib = workspace === 'server' && folder === 'lib' && !isTest
  const why = isLib && whyForbiddenInLib(spec)
  if (why) return why
  const other = spec.match(/^@vitrine\/([^/]+)(?:\/(.+))?$/)
  if (other) return whyForbiddenPackage(workspace, other[1], other[2])
  if (spec === STARTS_SERVERS[workspace]) return undefined
  if (spec.startsWith('../')) return 'use ./ inside the folder and # outside it'
  if (/^(\.|#)/.test(spec) && !/\.[a-z0-9]+(\?[a-z]+)?$/.test(spec)) return 'write the file extension'
  if (spec.startsWith('#')) return isTest ? undefined : whyForbiddenFolder(spec, workspace, folder, feature)
  if (spec.startsWith('./')) return undefined
  if (spec.startsWith('node:') && IN_A_BROWSER_TOO.includes(workspace) && !isTest)
    return `${workspace} also runs in a browser`
  if (OUTSIDE[workspace] && !isTest && !OUTSIDE[workspace].includes(spec))
    return `${workspace} may use ${OUTSIDE[workspace].join(', ')} only`
  return undefined
}

function whyForbiddenInLib(spec) {
  const [, workspace, entry] = spec.match(/^@vitrine\/([^/]+)(?:\/(.+))?$/) ?? []
  if (workspace && !(workspace === 'contract' && LIB_KNOWS.includes(entry)))
    return `lib knows nothing of signage; of the contract it may import ${LIB_KNOWS.join(', ')}`
  return QUERIES.test(spec) ? 'lib sends no queries' : undefined
}

function whyForbiddenPackage(workspace, name, entry) {
  if (name === workspace) return undefined
  const whole = entry ? `${name}/${entry}` : name
  const allowed = PACKAGES[workspace] ?? []
  if (allowed.includes(name) || allowed.includes(whole)) return undefined
  return `${workspace} may import ${allowed.join(', ') || 'no other workspace'}`
}

function whyForbiddenFolder(spec, workspace, folder, feature) {
  const levels = LEVELS[workspace]
  const target = folderAndFeature(spec.slice(1))
  const from = levels?.findIndex((level) => level.includes(folder))
  const to = levels?.findIndex((level) => level.includes(target.folder))
  if (!levels || from < 0 || to < 0) return undefined
  if (to > from || (to === from && target.folder !== folder))
    return `${folder} may not import ${target.folder}`
  const betweenFeatures = folder === 'features' && target.folder === 'features' && target.feature && feature
  const offers = (workspace === 'console' && OFFERED[target.feature]) || []
  const isOffered =
    FEATURE_DOOR.test(spec) || offers.some((offer) => spec === `#features/${target.feature}/${offer}`)
  if (betweenFeatures && target.feature !== feature && !isOffered)
    return 'a feature imports from another only its queries, api, pickers, and what it offers'
  return undefined
}

/** The server reads the widgets' definitions, so nothing they import may render. */
function checkDefinitionsArePlainData(files) {
  const texts = new Map(files.map(({ file, text }) => [file, text]))
  const base = 'packages/widgets/src'
  const waiting = [`${base}/definitions.ts`, `${base}/definition.ts`].filter((file) => texts.has(file))
  const seen = new Set(waiting)
  const problems = []
  for (const file of waiting) {
    for (const spec of importsOf(texts.get(file) ?? '')) {
      if (/^react(-dom)?(\/|$)/.test(spec) || spec.endsWith('.tsx'))
        problems.push(`${file}: '${spec}': a definition is plain data, the server reads it too`)
      const next = resolveInWidgets(file, spec, base)
      if (next && !seen.has(next)) {
        seen.add(next)
        waiting.push(next)
      }
    }
  }
  return problems
}

function resolveInWidgets(file, spec, base) {
  if (spec.startsWith('./')) return path.posix.join(path.posix.dirname(file), spec)
  if (spec.startsWith('@vitrine/widgets/')) return `${base}/${spec.slice('@vitrine/widgets/'.length)}.ts`
  return undefined
}

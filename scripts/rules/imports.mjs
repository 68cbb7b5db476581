// The import rules. The tables are the architecture (docs/architecture.md); the rest only parses text.
import path from 'node:path'

/** Workspace → its allowed imports from other workspaces: a whole package, or one entry of it. */
const PACKAGES = {
  contract: [],
  widgets: ['contract'],
  demo: ['contract'],
  client: ['contract'],
  server: ['contract', 'widgets/definitions', 'widgets/definition', 'demo'],
  player: ['contract', 'widgets'],
  console: ['contract', 'widgets'],
  e2e: ['contract', 'widgets'],
  bench: ['contract', 'e2e'],
}

/**
 * In an app, a folder may import itself and every level to its left, types included. The rooms, which hold the features,
 * have the same names everywhere.
 */
export const LEVELS = {
  contract: ['base', 'accounts', 'data', 'content', 'playback', 'screens', 'places', 'operations'].map(alone),
  server: [
    ['lib'],
    ['db', 'blobs'],
    ...['base', 'accounts', 'data', 'playback', 'content', 'screens', 'places', 'operations', 'app'].map(
      alone,
    ),
  ],
  console: [
    ['lib'],
    ['ui'],
    ...['fields', 'queries', 'pictures', 'pickers'].map(alone),
    ...['data', 'content', 'screens', 'places', 'accounts', 'operations', 'app'].map(alone),
  ],
}

/** The folders of features. `playback` has none: it is one piece. */
export const ROOMS = ['base', 'accounts', 'data', 'content', 'screens', 'places', 'operations']

/**
 * Modules of other workspaces that the server's `lib` may import: declarations of calls, errors, and limits. It knows
 * nothing of signage (screens, pages, media), features, or tables (LEVELS), and sends no queries.
 */
const LIB_KNOWS = ['body-limits', 'errors', 'route', 'rules', 'trim-slashes']
const QUERIES = /^(kysely|pg)(\/|$)/

/** The files that every feature exports to others. */
const FEATURE_DOOR = /(^|\/)(api|queries|[a-z0-9-]+-picker)\.tsx?$/

/** Further modules that a feature exports. An entry that no other feature imports is refused. */
const OFFERED = {
  console: [
    '#accounts/auth/passkey.ts',
    '#accounts/licences/licence-state.ts',
    '#content/media/content-fields-host.tsx',
    '#content/media/content-tabs.tsx',
    '#content/pages/comments/open-comments.tsx',
    '#content/pages/designer/bar/on-screens.tsx',
    '#content/pages/designer/resizing/resized-page.ts',
    '#content/pages/gallery/page-gallery.tsx',
    '#content/pages/host/page-fields-host.tsx',
    '#content/pages/page-editor.tsx',
    '#content/pages/designer/bar/on-screens.tsx',
    '#content/pages/preview/board/page-links.ts',
    '#content/pages/preview/page-preview.tsx',
    '#content/pages/preview/page-preview-of.tsx',
    '#content/pages/preview/page-preview-run.ts',
    '#content/pages/preview/page-preview-stories.ts',
    '#content/pages/preview/preview-page.ts',
    '#content/pages/preview/use-story-preview.tsx',
    '#content/pages/standalone-designer.tsx',
    '#content/pages/styles/styles-list.tsx',
    '#operations/settings/server-warnings.ts',
    '#screens/devices/now-playing.tsx',
    '#screens/devices/switches/manual-switches.tsx',
    '#screens/devices/truth/put-right.tsx',
    '#screens/plays/on-screen-strip.tsx',
  ],
  server: [
    '#accounts/credentials/login-guard.ts',
    '#accounts/credentials/mails.ts',
    '#accounts/credentials/passkey-tickets.ts',
    '#accounts/credentials/passkeys.ts',
    '#accounts/credentials/prove.ts',
    '#accounts/credentials/second-factor.ts',
    '#base/references/reached.ts',
    '#base/storage/damaged-files.ts',
    '#content/deletions/rows.ts',
    '#content/media/captions/read.ts',
    '#content/media/conversions/run.ts',
    '#content/media/conversions/start.ts',
    '#content/media/folders.ts',
    '#content/media/on-screens.ts',
    '#content/media/replacing/versions.ts',
    '#content/media/resumable.ts',
    '#content/media/upload-steps.ts',
    '#content/pages/document.ts',
    '#content/trash/removals.ts',
    '#content/uploads/probing/probe.ts',
    '#operations/audit/log.ts',
    '#screens/plays/play-book.ts',
    '#screens/plays/sheets/sheet-pdf.ts',
    '#screens/plays/sheets/sheet-texts.ts',
    '#screens/plays/sheets/sheet.ts',
    '#screens/plays/store/play-store.ts',
    '#screens/reports/clones.ts',
    '#screens/reports/report.ts',
    '#screens/reports/reports.ts',
    '#screens/status/plan.ts',
    '#screens/status/reason-at.ts',
  ],
}

/**
 * Modules that load zod. Widgets and player import only their types, and the rest of the contract nothing of them: screens
 * load no schemas, and its functions are below the API that uses them.
 */
const SCHEMAS = /^zod(\/|$)|^@vitrine\/contract(\/api\/.+)?$/
const API = /^(#|\.\/)api\//
const WITHOUT_SCHEMAS = ['contract', 'widgets', 'player']
const DEFINES_SCHEMAS = /^packages\/contract\/src\/(api\/.+|index\.ts$)/

/** Allowed external packages of a workspace; other workspaces may use any of their dependencies. */
const OUTSIDE = { contract: ['zod', 'zod/mini', 'adhan'] }

/** What the scripts do for other workspaces: find ports, and start a cluster of servers, which journeys run on. */
const SCRIPTS = {
  e2e: ['../../scripts/outages/cluster.mjs', '../../scripts/setup/ports.mjs'],
  bench: ['../../scripts/setup/ports.mjs'],
}

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
    .filter(({ file, isTest }) => {
      const { workspace, folder, feature } = placeOf(file)
      return !isTest && workspace === 'console' && ROOMS.includes(folder) && !feature
    })
    .map(({ file }) => `${file}: move it into the feature that it belongs to`)
  const unused = Object.entries(OFFERED).flatMap(([workspace, offers]) => {
    const taken = new Set(
      files
        .map(({ file, text, isTest }) => ({ text, isTest, place: placeOf(file) }))
        .filter(
          ({ isTest, place }) => !isTest && place.workspace === workspace && ROOMS.includes(place.folder),
        )
        .flatMap(({ text, place }) => importsOf(text).filter((spec) => !isOfFeature(spec, place))),
    )
    return offers
      .filter((offer) => !taken.has(offer))
      .map((offer) => `${workspace}: ${offer} is offered, and no other feature imports it`)
  })
  return [...loose, ...unused]
}

function checkFile({ file, text, isTest }) {
  const place = placeOf(file)
  const forbidden = importsOf(text).map((spec) => [spec, whyForbidden(spec, place, isTest)])
  const loadsNoSchemas = WITHOUT_SCHEMAS.includes(place.workspace) && !isTest && !DEFINES_SCHEMAS.test(file)
  const schemas = loadsNoSchemas ? loadedImportsOf(text).filter((spec) => SCHEMAS.test(spec)) : []
  const isBelowApi = loadsNoSchemas && place.workspace === 'contract'
  const above = isBelowApi ? importsOf(text).filter((spec) => API.test(spec)) : []
  return [
    ...forbidden.flatMap(([spec, why]) => (why ? [`${file}: '${spec}': ${why}`] : [])),
    ...schemas.map((spec) => `${file}: '${spec}': loads schemas, so import types only ('import type')`),
    ...above.map((spec) => `${file}: '${spec}': the API is above, so say which properties it needs`),
  ]
}

/** packages/server/src/places/buildings/routes.ts → workspace server, folder places, feature buildings. */
function placeOf(file) {
  const parts = file.split('/')
  const workspace = parts[0] === 'packages' ? parts[1] : parts[0]
  const inside = parts[0] === 'packages' ? parts.slice(3) : parts.slice(1)
  return { workspace, ...folderAndFeature(inside.join('/')) }
}

export function folderAndFeature(inside) {
  // The rooms of the contract are in its `api`.
  const [folder, feature, ...rest] = inside.replace(/^api\//, '').split('/')
  // A file directly in a room (how a list is read, what a handler gets) belongs to no feature.
  return { folder: feature ? folder : undefined, feature: rest.length ? feature : undefined }
}

function isOfFeature(spec, { folder, feature }) {
  const target = folderAndFeature(spec.slice(1))
  return target.folder === folder && target.feature === feature
}

/** A level of one folder. */
function alone(folder) {
  return [folder]
}

function whyForbidden(spec, { workspace, folder, feature }, isTest) {
  const isLib = workspace === 'server' && folder === 'lib' && !isTest
  const why = isLib && whyForbiddenInLib(spec)
  if (why) return why
  const other = spec.match(/^@vitrine\/([^/]+)(?:\/(.+))?$/)
  if (other) return whyForbiddenPackage(workspace, other[1], other[2])
  if (SCRIPTS[workspace]?.includes(spec)) return undefined
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
  const isOfRooms = [folder, target.folder].every((each) => ROOMS.includes(each))
  if (!isOfRooms || workspace === 'contract' || !feature || !target.feature) return undefined
  const isOffered = FEATURE_DOOR.test(spec) || OFFERED[workspace].includes(spec)
  if (!isOfFeature(spec, { folder, feature }) && !isOffered)
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

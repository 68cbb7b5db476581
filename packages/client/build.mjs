// Builds the package vitrine-client: `node packages/client/build.mjs [folder]`, then `npm pack` in that folder, by default
// packages/client/dist. It has the client, its types, and the command, and needs nothing else.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { openApi } from '../server/src/app/openapi/document.ts'
import { declarations } from './declarations.mjs'
import { routes } from './src/routes.ts'

const here = import.meta.dirname
const folder = path.resolve(process.argv[2] ?? path.join(here, 'dist'))
const { version } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'))

const manifest = {
  name: 'vitrine-client',
  version,
  description: 'Client and command line for the API of Vitrine, digital signage.',
  license: 'AGPL-3.0-or-later',
  type: 'module',
  engines: { node: '>=20.19' },
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  bin: { vitrine: './vitrine.js' },
}

/** The routes as data, so that no schema is bundled. */
const plainRoutes = {
  name: 'plain-routes',
  load: {
    filter: { id: /packages[\\/]client[\\/]src[\\/]routes\.ts$/ },
    handler: () => `export const routes = ${JSON.stringify(routes)}`,
  },
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await bundle('index', 'index.ts', { platform: 'browser' })
await bundle('vitrine', 'commands/main.ts', {
  platform: 'node',
  transform: { define: { 'process.env.VITRINE_VERSION': JSON.stringify(version) } },
})
chmodSync(path.join(folder, 'vitrine.js'), 0o755)
writeFileSync(path.join(folder, 'index.d.ts'), await declarations(openApi(), routes))
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
cpSync(path.join(here, 'README.md'), path.join(folder, 'README.md'))
cpSync(path.join(here, '..', '..', 'LICENSE'), path.join(folder, 'LICENSE'))

async function bundle(name, entry, options) {
  const build = await rolldown({
    input: { [name]: path.join(here, 'src', entry) },
    ...options,
    transform: { target: 'node20', ...options.transform },
    plugins: [plainRoutes],
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      handle(level, log)
    },
  })
  const { output } = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  await build.close()
  if (output.some(({ moduleIds = [] }) => moduleIds.some((id) => id.includes('/zod/'))))
    throw new Error('The client has no schemas, so import only their types.')
}

// Builds dist/: the server as a few ES modules, console and player as static files. With its own package.json and
// lockfile, dist/ is a release that runs without the sources. The build runs in a separate folder that replaces dist/
// at the end, so a failed build doesn't break a running server.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { build as buildPages } from 'vite'
import { bundleDemo, bundleServer } from './server-bundle.mjs'
import { sourcesHash } from './setup/built.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { productionLock, productionPackage } from './setup/production.mjs'
import { root } from './setup/root.mjs'

const dist = path.join(root, 'dist')
const next = mkdtempSync(path.join(root, 'dist.'))
chmodSync(next, 0o755) // the account that runs it may differ from the one that built it
const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)
const serverSource = path.join(root, 'packages', 'server', 'src')

await runMain(async () => {
  const started = performance.now()
  const hash = sourcesHash()
  try {
    await Promise.all([buildServer(), buildDemo(), buildApp('console'), buildApp('player')])
    shareFonts()
    writePackage()
    writeFileSync(path.join(next, 'sources.sha256'), hash)
    rmSync(dist, { recursive: true, force: true })
    renameSync(next, dist)
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    throw new PlainFailure(error.message)
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
})

/** Writes the package.json, lockfile and license that dist/ needs to run on its own. */
function writePackage() {
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const manifest = productionPackage(read('package.json'), read('packages/server/package.json'))
  const write = (name, value) => writeFileSync(path.join(next, name), `${JSON.stringify(value, null, 2)}\n`)
  write('package.json', manifest)
  write('package-lock.json', productionLock(manifest, read('package-lock.json')))
  cpSync(path.join(root, 'LICENSE'), path.join(next, 'LICENSE'))
}

async function buildServer() {
  await bundleServer(path.join(next, 'server'))
  const cities = path.join(serverSource, 'data', 'cities', 'cities.worker.ts')
  await promisify(execFile)(process.execPath, [
    '--no-warnings',
    cities,
    path.join(next, 'server', 'cities.v8'),
  ])
}

function buildDemo() {
  return bundleDemo(path.join(next, 'demo'))
}

async function buildApp(name) {
  const folder = path.join(root, 'packages', name)
  if (!existsSync(path.join(folder, 'index.html'))) return
  const outDir = path.join(next, name)
  await buildPages({
    root: folder,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      reportCompressedSize: false,
      // Plugins and tests limit what pages load. Warnings would make a first start look like a failure.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
  await Promise.all(
    globSync('assets/**/*.{js,css,svg,json}', { cwd: outDir }).map((file) =>
      compress(path.join(outDir, file)),
    ),
  )
}

/** Moves the fonts of both apps, 26 MB with their hashes in their names, to one folder, which the server adds to both. */
function shareFonts() {
  const folders = ['console', 'player'].map((name) => path.join(next, name, 'fonts'))
  const [names, others] = folders.map((folder) => readdirSync(folder))
  if (`${names}` !== `${others}`)
    throw new Error(
      `The console has ${names.length} files of fonts, the player ${others.length} or other ones`,
    )
  mkdirSync(path.join(next, 'shared'))
  const [first, second] = folders
  renameSync(first, path.join(next, 'shared', 'fonts'))
  rmSync(second, { recursive: true })
}

/** Writes compressed copies next to a file, however small it is: a screen loads a hundred. The server sends them. */
async function compress(file) {
  const bytes = await readFile(file)
  const copies = {
    br: await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gz: await gzip(bytes, { level: 9 }),
  }
  for (const [ending, copy] of Object.entries(copies))
    if (copy.length < bytes.length) await writeFile(`${file}.${ending}`, copy)
}

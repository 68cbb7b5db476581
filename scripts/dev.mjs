// Runs everything for working on Vitrine: the server from its TypeScript sources, restarted on every change, and
// console and player in Vite with hot reload. Its data is in .vitrine/dev and can be deleted at any time.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { ensurePortsFree, PORT_DEFAULTS } from './setup/ports.mjs'
import { follow } from './setup/processes.mjs'
import { root } from './setup/root.mjs'

const HOST = process.env.HOST || '127.0.0.1'
const settings = {
  ...Object.fromEntries(Object.entries(PORT_DEFAULTS).map(([name, port]) => [name, String(port)])),
  DATA_DIR: path.join(root, '.vitrine', 'dev'),
  LOG_LEVEL: 'debug',
  ...process.env,
  HOST,
}
const pages = [
  { name: 'console', port: Number(settings.CONSOLE_DEV_PORT || 5173), behind: settings.PORT },
  { name: 'player', port: Number(settings.PLAYER_DEV_PORT || 5174), behind: settings.PLAYER_PORT },
]

await runMain(async () => {
  ensureInstalled()
  const node = findNode()
  if (node !== process.execPath) {
    // Vite runs inside this process, so this process must already run the required Node.
    process.exit(await follow(spawn(node, process.argv.slice(1), { cwd: root, stdio: 'inherit' })))
  }
  await ensurePortsFree(settings)
  const { createServer } = await import('vite')
  for (const { name, port, behind } of pages) {
    const pageServer = await createServer({
      root: path.join(root, 'packages', name),
      server: { host: HOST, port, strictPort: true, proxy: { '/api': `http://127.0.0.1:${behind}` } },
    })
    await pageServer.listen().catch((error) => {
      throw new PlainFailure(`Can't serve the ${name}: ${error.message}`)
    })
    console.log(`${name}: http://localhost:${port}/`)
  }
  const main = path.join(root, 'packages', 'server', 'src', 'main.ts')
  const server = spawn(node, ['--watch', '--watch-preserve-output', main, ...process.argv.slice(2)], {
    cwd: root,
    env: settings,
    stdio: 'inherit',
  })
  process.exit(await follow(server))
})

import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from './apt.mjs'
import { PlainFailure } from './plain-failure.mjs'
import { binOf, run } from './processes.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium to test with; installs one where that is possible without asking. */
export async function ensureChromium(node) {
  if (process.env.CHROMIUM_PATH) {
    if (isProgram(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new PlainFailure(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is not a program that can be started.`)
  }
  const found = onPath()
  if (found) return found
  if (canInstall()) {
    await aptInstall('chromium')
    const installed = onPath()
    if (installed) return installed
  }
  await run(node, [binOf('playwright'), 'install', 'chromium'])
  const own = (await run(node, ['-p', "require('playwright').chromium.executablePath()"])).output.trim()
  if (isProgram(own)) return own
  throw new PlainFailure('The journeys need Chromium. Install it with: sudo apt-get install -y chromium')
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return path.isAbsolute(file)
  } catch {
    return false
  }
}

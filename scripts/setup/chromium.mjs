import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from './apt.mjs'
import { PlainFailure } from './plain-failure.mjs'
import { binOf, run } from './processes.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Chromium without a window: tests need a fifth less processor time. */
const HEADLESS = 'chromium-headless-shell'

/**
 * Path of a Chromium, which is installed if possible without a prompt. `isTest`: prefers the one without windows, which
 * measurements and pictures must not use.
 */
export async function ensureChromium(node, { isTest = false } = {}) {
  if (process.env.CHROMIUM_PATH) {
    if (isProgram(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new PlainFailure(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} isn't an executable program.`)
  }
  const names = isTest ? [HEADLESS, ...NAMES] : NAMES
  const found = onPath(isTest && canInstall() ? [HEADLESS] : names)
  if (found) return found
  if (canInstall()) {
    // Releases without the windowless package have the whole browser.
    if (!isTest || (await aptInstall(HEADLESS))) await aptInstall('chromium')
    const installed = onPath(names)
    if (installed) return installed
  }
  await run(node, [binOf('playwright'), 'install', 'chromium'])
  const own = (await run(node, ['-p', "require('playwright').chromium.executablePath()"])).output.trim()
  if (isProgram(own)) return own
  throw new PlainFailure('The journeys need Chromium. Install it with: sudo apt-get install -y chromium')
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return path.isAbsolute(file)
  } catch {
    return false
  }
}

import { cachedFolder, ensureCached } from './cached/npm-cache.mjs'
import { PlainFailure } from './plain-failure.mjs'

/** The engine of ClickHouse as an npm package of 550 MB. */
const ENGINE = 'chdb@3.4.0'

/** The folder with the engine; it exists once the engine is installed. */
export const engineFolder = () => process.env.CLICKHOUSE_ENGINE || cachedFolder(ENGINE.replace('@', '-'))

/** Installs the engine if it is missing. Throws a PlainFailure where that isn't possible. */
export async function ensureEngine() {
  const missing = 'The tests of ClickHouse need its engine'
  if (process.platform === 'win32') throw new PlainFailure(`${missing}, which doesn't run on Windows.`)
  return ensureCached(engineFolder(), [ENGINE], missing)
}

import { cachedFolder, ensureCached } from './npm-cache.mjs'

const LINTERS = [
  '@redocly/openapi-core@2.64.0',
  '@stoplight/spectral-core@1.24.1',
  '@stoplight/spectral-rulesets@1.23.1',
]

/** Installs the linters of the API's description if they are missing, and returns their folder. */
export const ensureApiLinters = () =>
  ensureCached(
    cachedFolder(`api-linters-${LINTERS.map((name) => name.split('@').at(-1)).join('-')}`),
    LINTERS,
    "The check of the API's description needs its linters",
  )

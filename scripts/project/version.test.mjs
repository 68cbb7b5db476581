import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { expect, it } from 'vitest'
import { statedVersions } from '../rules/release.mjs'
import { root } from '../setup/root.mjs'

const files = globSync(
  [
    'package.json',
    '{e2e,bench,packages/*}/package.json',
    'package-lock.json',
    '{.,deploy}/compose.yaml',
    'deploy/kubernetes/kustomization.yaml',
  ],
  { cwd: root },
)
const stated = statedVersions(
  files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
)

it.each(stated.map(({ place, version }) => [place, version]))(
  '%s states the product’s version',
  (_, version) => {
    expect(version).toBe(PRODUCT_VERSION)
  },
)

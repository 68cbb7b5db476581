import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { expect, it } from 'vitest'
import { root } from './setup/root.mjs'

const folders = ['.', ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)]

it.each(folders)('the version of %s is the product’s', (folder) => {
  const { version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  expect(version).toBe(PRODUCT_VERSION)
})

import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { readPackage } from '#content/uploads/unpacking/package-list.ts'
import type { FileFacts } from './probe-verdict.ts'

/** Inspects a web package by its list of files alone; see `readPackage`. */
export async function probePackage(path: string): Promise<FileFacts> {
  const { zip } = await readPackage(path)
  zip.close()
  return {
    kind: 'package',
    mimetype: PACKAGE_TYPE,
    width: null,
    height: null,
    duration: null,
    codec: null,
  }
}

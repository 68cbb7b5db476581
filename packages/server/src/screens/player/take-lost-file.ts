import { rule } from '@vitrine/contract/rules'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '#base/platform.ts'
import { damagedFiles, noteRepaired } from '#base/storage/damaged-files.ts'
import { receiveFiles } from '#content/uploads/api.ts'
import type { Db } from '#db/schema.ts'
import { invalid, notFound } from '#lib/errors.ts'
import type { Owner } from '#lib/work/turns.ts'

export interface Losing extends Pick<Platform, 'blobs' | 'settings' | 'clock'> {
  database: Db
}

/**
 * Accepts a lost file from a screen if the bytes are right. Throws NOT_FOUND if the file isn't missing, and INVALID.
 */
export async function takeLostFile(
  { database, blobs, settings, clock }: Losing,
  request: FastifyRequest,
  sender: Owner,
  sha256: string,
): Promise<Record<string, never>> {
  const isMissed = (await damagedFiles(database)).some(({ id }) => id === sha256)
  if (!isMissed) throw notFound("This file isn't missing")
  const bytes = settings.MAX_UPLOAD_MB * 2 ** 20
  const { files, discard } = await receiveFiles(request, sender, blobs, { file: { count: 1, bytes } })
  try {
    const [file] = files.file
    if (file?.staged.sha256 !== sha256) throw invalid({ file: rule('invalid') })
    await file.staged.keep({ replace: true })
    await noteRepaired(database, sha256, 'screen', clock.now())
  } finally {
    await discard()
  }
  return {}
}

import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type ArchiveFile, MADE } from './tar.ts'

export async function zip(files: readonly ArchiveFile[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const { name, content } of files)
    archive.addBuffer(Buffer.from(content), name, { mtime: MADE, mode: 0o100644 })
  archive.end()
  return buffer(archive.outputStream)
}

import type { ArchiveFile } from './tar.ts'

/** An ar archive in Debian's format: no slash after names, and members at even offsets. */
export function ar(files: readonly ArchiveFile[]): Buffer {
  const members = files.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content)
    const fields = [
      name.padEnd(16),
      '0'.padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(bytes.length).padEnd(10),
    ]
    return [Buffer.from(`${fields.join('')}\`\n`), bytes, Buffer.from(bytes.length % 2 === 1 ? '\n' : '')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...members])
}

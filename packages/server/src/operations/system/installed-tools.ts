import { networkBlock } from '#lib/work/run-tool.ts'
import { type Tools, versionOf } from '#lib/work/tools.ts'

/** Installed tools with their versions. */
export async function installedTools({ soffice, ffmpeg }: Tools) {
  const [office, video, { kind }] = await Promise.all([
    soffice === null ? null : versionOf(soffice, '--version'),
    ffmpeg === null ? null : versionOf(ffmpeg, '-version'),
    networkBlock(),
  ])
  return {
    libreOffice: office === null ? null : { version: office, network: kind },
    ffmpeg: video === null ? null : { version: video },
  }
}

import { runsUnboxed } from '#lib/work/browser.ts'
import { networkBlock } from '#lib/work/run-tool.ts'
import { type Tools, versionOf } from '#lib/work/tools.ts'

/** Installed tools with their versions. */
export async function installedTools({ soffice, ffmpeg, chromium }: Tools) {
  const [office, video, browser, { kind }] = await Promise.all([
    soffice === null ? null : versionOf(soffice, '--version'),
    ffmpeg === null ? null : versionOf(ffmpeg, '-version'),
    chromium === null ? null : versionOf(chromium, '--version'),
    networkBlock(),
  ])
  return {
    libreOffice: office === null ? null : { version: office, network: kind },
    ffmpeg: video === null ? null : { version: video },
    chromium: browser === null ? null : { version: browser, unboxed: runsUnboxed() },
  }
}

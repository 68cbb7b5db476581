import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** Paths of optional installed programs; null if missing. */
export interface Tools {
  /** LibreOffice, for slides. */
  soffice: string | null
  /** Makes copies of videos. Both are needed. */
  ffmpeg: string | null
  ffprobe: string | null
  /** Chromium, for pictures of web pages. */
  chromium: string | null
}

/** The first one has no windows, and starts in less time. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const

const MAC_OFFICE = '/Applications/LibreOffice.app/Contents/MacOS'
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Searches once, when the server starts. Windows has neither the limits nor the namespaces that the tools need. */
export function findTools(searchPath = process.env.PATH ?? ''): Tools {
  if (process.platform === 'win32') return { soffice: null, ffmpeg: null, ffprobe: null, chromium: null }
  const folders = searchPath.split(path.delimiter).filter(path.isAbsolute)
  const find = (names: readonly string[], more: readonly string[] = []) =>
    [...folders, ...more]
      .flatMap((folder) => names.map((name) => path.join(folder, name)))
      .find(isExecutable) ?? null
  const [ffmpeg, ffprobe] = [find(['ffmpeg']), find(['ffprobe'])]
  const both = ffmpeg !== null && ffprobe !== null
  return {
    soffice: find(['soffice', 'libreoffice'], [MAC_OFFICE]),
    ffmpeg: both ? ffmpeg : null,
    ffprobe: both ? ffprobe : null,
    chromium: find(BROWSERS) ?? [MAC_BROWSER].find(isExecutable) ?? null,
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const versions = new Map<string, Promise<string>>()

/** First line of a program's version output, '' if empty; run once per process. */
export function versionOf(program: string, flag: string): Promise<string> {
  const known = versions.get(program)
  if (known) return known
  const asked = promisify(execFile)(program, [flag], { timeout: 20_000, maxBuffer: 2 ** 20 }).then(
    ({ stdout }) =>
      /^(?:ffmpeg version |LibreOffice |Chromium |Google Chrome )?(\S{1,40})/.exec(stdout)?.[1] ?? '',
    () => '',
  )
  versions.set(program, asked)
  return asked
}

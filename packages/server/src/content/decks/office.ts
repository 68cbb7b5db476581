import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DECK_TYPES } from '@vitrine/contract/api/content/conversions/decks'
import { AppError } from '#lib/errors.ts'
import { runTool } from '#lib/work/run-tool.ts'

/** LibreOffice takes 2 to 20 s for most slides. */
const LIMITS = { time: 180_000, cpu: 120, memory: 4096, file: 500 }
/** Maximum bytes of the PDF. */
const MAX_PDF = 500 * 2 ** 20

/** Settings that turn off network access, scripts, and links to other files. */
const OFF: readonly (readonly [string, string, string])[] = [
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
]

const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${OFF.map(([place, name, value]) => `<item oor:path="/${place}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join('\n')}
</oor:items>
`

/**
 * Converts slides to a PDF in a temporary folder, which is deleted after `use`. Throws UNSUPPORTED_MEDIA with the end
 * of a sentence that starts with the file's name.
 */
export async function asPdf<T>(
  soffice: string,
  { file, mimetype, signal }: { file: string; mimetype: string; signal: AbortSignal },
  use: (pdf: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-slides-'))
  try {
    const settings = path.join(folder, 'profile')
    await mkdir(path.join(settings, 'user'), { recursive: true })
    await writeFile(path.join(settings, 'user', 'registrymodifications.xcu'), profile)
    const ending = mimetype === DECK_TYPES.odp ? 'odp' : 'pptx'
    await symlink(path.resolve(file), path.join(folder, `slides.${ending}`))
    const args = [
      `-env:UserInstallation=${pathToFileURL(settings).href}`,
      ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'],
      ...['--convert-to', 'pdf', '--outdir', folder, `slides.${ending}`],
    ]
    const { code, late } = await runTool(soffice, args, { folder, offline: true, signal, ...LIMITS })
    signal.throwIfAborted()
    const pdf = path.join(folder, 'slides.pdf')
    if (late) throw refusal('takes too long to open. Save it as PDF and upload that.')
    if (code !== 0 || !(await isPdf(pdf))) throw refusal("can't be opened. Save it as PDF and upload that.")
    return await use(pdf)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const refusal = (text: string) => new AppError('UNSUPPORTED_MEDIA', text)

async function isPdf(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile() || found.size > MAX_PDF) return false
  return (await readFile(file)).subarray(0, 5).toString('latin1') === '%PDF-'
}

import { once } from 'node:events'
import {
  INDEX_FILE,
  MODEL_FILE,
  PACKAGE_JSON_MAX,
  SCHEMA_FILE,
  WIDGETS_FILE,
} from '@vitrine/contract/document/package-files'
import type { ZipFile } from 'yauzl'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import { readEntry, type Total } from './entry-bytes.ts'
import { type PackageEntry, readPackage } from './package-list.ts'
import { asUtf8, isPage, isText, TEXT_MAX } from './package-text.ts'
import { frameOf, type PackageFacts, type UnpackMessage } from './unpack-frames.ts'

/** Maximum bytes of memory of the whole process. */
const MEMORY_LIMIT = 400 * 2 ** 20
/** Maximum processor seconds; a gigabyte takes 6 s. */
const CPU_LIMIT = 60
const begin = watchLimits({ memory: MEMORY_LIMIT, cpu: CPU_LIMIT })
process.on('message', async ({ path }: { path: string }) => {
  begin()
  await say(await unpack(path))
  process.stdout.end(() => process.exit())
})
process.on('disconnect', () => process.exit())

const write = async (bytes: Buffer) => {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}
const say = (message: UnpackMessage) => write(frameOf('message', Buffer.from(JSON.stringify(message))))

async function unpack(path: string): Promise<UnpackMessage> {
  try {
    const { zip, entries } = await readPackage(path)
    const total: Total = { packed: 0, unpacked: 0 }
    const texts = new Map<string, string>()
    let encoding: string | undefined
    // Scripts and styles have the encoding of their page, if they don't declare another.
    for (const each of entries.sort((a, b) => rankOf(a.key) - rankOf(b.key))) {
      await say({ entry: each.key })
      if (isText(each.key) && each.entry.uncompressedSize <= TEXT_MAX) {
        const pieces: Buffer[] = []
        for await (const piece of readEntry(zip, each.entry, total)) pieces.push(piece)
        const found = await asUtf8(each.key, Buffer.concat(pieces), encoding)
        if (isPage(each.key) && found.encoding !== 'utf-8') encoding ??= found.encoding
        await write(frameOf('bytes', found.text))
        continue
      }
      const text = await send(zip, each, total)
      if (text !== undefined) texts.set(each.key, text)
    }
    zip.close()
    return { facts: await factsOf(texts) }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.message : BROKEN }
  }
}

/** The index first, then other pages. */
const rankOf = (key: string): number => (key === INDEX_FILE ? 0 : isPage(key) ? 1 : 2)

/** Sends an entry's bytes; returns the text of the three json files. */
async function send(zip: ZipFile, each: PackageEntry, total: Total) {
  const { entry, key } = each
  const kept: Buffer[] | undefined = [SCHEMA_FILE, MODEL_FILE, WIDGETS_FILE].includes(key) ? [] : undefined
  if (kept && entry.uncompressedSize > PACKAGE_JSON_MAX) throw new Refusal(`has a ${key} that is too large`)
  for await (const piece of readEntry(zip, each.entry, total)) {
    kept?.push(piece)
    await write(frameOf('bytes', piece))
  }
  return kept && Buffer.concat(kept).toString('utf8')
}

/** The form validation is large, so it is loaded only for the few packages with a form. */
async function factsOf(texts: ReadonlyMap<string, string>): Promise<PackageFacts> {
  if (texts.size === 0) return { schema: null, model: null, widgets: null }
  const { readForm } = await import('./package-form.ts')
  return readForm(texts)
}

import { once } from 'node:events'
import type { Entry, ZipFile } from 'yauzl'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { readEntry, type Total } from '#content/uploads/unpacking/entry-bytes.ts'
import { listFiles } from '#content/uploads/unpacking/package-list.ts'
import { frameOf, type UnpackMessage } from '#content/uploads/unpacking/unpack-frames.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import { FOREIGN, type ForeignFile, type ForeignLayout } from './foreign-layout.ts'
import { idOf, isOn, listOf, looseOf, textOf } from './loose.ts'
import { parsePart } from './parse-part.ts'
import { readJson } from './read-json.ts'
import { readSheets } from './read-sheets.ts'
import { readXlf } from './read-xlf.ts'

/** Maximum bytes of memory of the whole process. */
const MEMORY_LIMIT = 500 * 2 ** 20
/** Maximum processor seconds; a gigabyte takes 6 s. */
const CPU_LIMIT = 60
/** Bytes of a file that describes the layout, and characters of the result. */
const PART_MOST = 8 * 2 ** 20
const FACTS_MOST = 16 * 2 ** 20

type Message = UnpackMessage<ForeignLayout>
type Found = ReadonlyMap<string, { entry: Entry }>

const begin = watchLimits({ memory: MEMORY_LIMIT, cpu: CPU_LIMIT })
process.on('message', async ({ path }: { path: string }) => {
  begin()
  await say(await read(path))
  process.stdout.end(() => process.exit())
})
process.on('disconnect', () => process.exit())

const write = async (bytes: Buffer) => {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}
const say = (message: Message) => write(frameOf('message', Buffer.from(JSON.stringify(message))))

async function read(path: string): Promise<Message> {
  try {
    const { zip, found } = await listFiles(path)
    const total: Total = { packed: 0, unpacked: 0 }
    const part = (name: string) => readPart(zip, found, name, total)
    const described = await describe(part)
    const files = readFiles(await jsonOf(part, 'mapping.json'))
    const facts: ForeignLayout = {
      ...described,
      files,
      sheets: readSheets(await jsonOf(part, 'dataset.json')),
    }
    if (!(facts.width > 0 && facts.height > 0)) throw new Refusal('has a layout without a size')
    if (JSON.stringify(facts).length > FACTS_MOST) throw new Refusal('has more text than a layout has')
    for (const { id, file } of files) {
      const entry = found.get(keyOf(file))?.entry
      if (!entry) continue
      await say({ entry: String(id) })
      for await (const piece of readEntry(zip, entry, total)) await write(frameOf('bytes', piece))
    }
    zip.close()
    return { facts }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.message : BROKEN }
  }
}

type Part = (name: string) => Promise<string | undefined>

/** The newer form, if the file has it. */
async function describe(part: Part): Promise<Omit<ForeignLayout, 'files' | 'sheets'>> {
  const layout = looseOf(await jsonOf(part, 'layout.json'))
  const name = textOf(layout.layout, FOREIGN.name)
  if (layout.layoutDefinitions !== undefined) {
    const playlists = [
      ...listOf(await jsonOf(part, 'playlist.json')),
      ...listOf(await jsonOf(part, 'nestedplaylist.json')),
    ]
    return readJson(layout, { playlists })
  }
  const xlf = await part('layout.xml')
  if (xlf === undefined) throw new Refusal("isn't a layout that Xibo exported: it has no layout.json")
  return readXlf(xlf.replace(/^\ufeff/, ''), name)
}

async function jsonOf(part: Part, name: string): Promise<unknown> {
  const text = await part(name)
  return text === undefined ? undefined : parsePart(text, name)
}

async function readPart(zip: ZipFile, found: Found, name: string, total: Total): Promise<string | undefined> {
  const entry = found.get(name)?.entry
  if (!entry) return undefined
  if (entry.uncompressedSize > PART_MOST) throw new Refusal(`has a ${name} that is too large`)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of readEntry(zip, entry, total)) {
    size += piece.length
    if (size > PART_MOST) throw new Refusal(`has a ${name} that is too large`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Its folder is the only one whose files belong to a layout. Names of older exports may differ in case. */
const keyOf = (file: string) => `library/${file.normalize('NFC').toLowerCase()}`

function readFiles(mapping: unknown): ForeignFile[] {
  const list = Array.isArray(mapping) ? mapping : Object.values(looseOf(mapping))
  if (list.length > FOREIGN.files) throw new Refusal(`has more than ${FOREIGN.files} files`)
  const seen = new Set<number>()
  return list.map(looseOf).flatMap((each) => {
    const file = textOf(each.file, 255).replace(/^.*[\\/]/su, '')
    const isFont = isOn(each.font)
    // Fonts have separate ids.
    const id = isFont ? -1 - (idOf(each.fontId) ?? seen.size) : idOf(each.mediaid)
    if (id === undefined || file === '' || seen.has(id)) return []
    seen.add(id)
    const ending = /\.[a-z0-9]{1,8}$/i.exec(file)?.[0] ?? ''
    const name = textOf(each.name, 200) || file
    const named = ending !== '' && !/\.[a-z0-9]{1,8}$/i.test(name) ? name + ending : name
    return [{ id, name: named, file, isBackground: isOn(each.background) }]
  })
}

import { open } from 'node:fs/promises'
import { HEIC_START } from '#content/uploads/photos/heic-start.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import { probeAudio } from './probe-audio.ts'
import { probePdf, probeSlides, refuseOldOffice } from './probe-deck.ts'
import { probeFont } from './probe-font.ts'
import { probeImage } from './probe-image.ts'
import { probePackage } from './probe-package.ts'
import { BROKEN, type FileFacts, Refusal, UNKNOWN, type Verdict } from './probe-verdict.ts'
import { probeVideo } from './probe-video.ts'

/** Maximum bytes of memory of the whole process, including the image library. */
const MEMORY_LIMIT = 768 * 2 ** 20
/** Maximum processor seconds per file. */
const CPU_LIMIT = 8

const begin = watchLimits({ memory: MEMORY_LIMIT, cpu: CPU_LIMIT })

process.on('message', async ({ path }: { path: string }) => {
  begin()
  process.send?.(await inspect(path))
})
process.on('disconnect', () => process.exit())

async function inspect(path: string): Promise<Verdict> {
  try {
    return { facts: await probe(path) }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.message : BROKEN }
  }
}

/** First bytes as latin1 text → reader of such a file. */
const READERS: readonly [RegExp, (path: string) => Promise<FileFacts>][] = [
  [/^PK\p{Cc}{2}/u, async (path) => (await probeSlides(path)) ?? probePackage(path)],
  [/^\xd0\xcf\p{Cc}\xe0\xa1\xb1\p{Cc}\xe1/u, refuseOldOffice],
  [/^\xff\xd8\xff/, (path) => probeImage(path, 'jpeg')],
  [/^\x89PNG\r\n/, (path) => probeImage(path, 'png')],
  [/^GIF8[79]a/, (path) => probeImage(path, 'gif')],
  [/^RIFF.{4}WEBP/s, (path) => probeImage(path, 'webp')],
  [/^.{4}ftypavi[fs]/s, (path) => probeImage(path, 'avif')],
  [HEIC_START, refuseHeic],
  // MP3 with and without tags, Ogg, WAV, and MP4 that declares audio only.
  [/^(ID3|\xff[\xf2-\xf7\xfa\xfb\xe2-\xe7]|OggS|RIFF.{4}WAVE|.{4}ftyp(M4A|M4B))/s, probeAudio],
  [/^.{4}(ftyp|moov|mdat|wide|free|skip)/s, probeVideo],
  [/^\p{Cc}E\xdf\xa3/u, probeVideo],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the version of TrueType
  [/^(?:\0\x01\0\0|true|OTTO|ttcf|wOF[F2])/, probeFont],
  // Readers of PDF skip up to 1 kB in front of it.
  [/^.{0,1023}?%PDF-\d/s, probePdf],
  [/^(\xef\xbb\xbf)?\s*(<(\?xml|!--|!doctype svg).*)?<svg[\s>]/is, (path) => probeImage(path, 'svg')],
]

async function probe(path: string): Promise<FileFacts> {
  const head = await readHead(path)
  if (head === '') throw new Refusal('is empty')
  const reader = READERS.find(([start]) => start.test(head))
  if (!reader) throw new Refusal(UNKNOWN)
  return reader[1](path)
}

async function refuseHeic(): Promise<never> {
  // Uploads of media convert it first.
  throw new Refusal("is a HEIC image, which browsers can't show; save it as JPEG")
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

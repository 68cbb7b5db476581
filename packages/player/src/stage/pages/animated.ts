import type { FreshAddress } from '@vitrine/widgets/host'
import type { FileStore } from '#downlink/stores/file-store.ts'

/** Types of images that may be animated. */
export const MAY_MOVE = /^image\/(gif|webp|png|apng|avif)$/

/** An animation announces itself before its first picture, after metadata of at most this many bytes. */
const HEAD_BYTES = 65_536

/** By file: files never change. */
const known = new Map<string, boolean>()

/** A new address of an animated image. Browsers show one animation at all places with the same address. */
export async function freshAddress(
  store: Pick<FileStore, 'blob'>,
  sha256: string,
): Promise<FreshAddress | undefined> {
  try {
    const blob = known.get(sha256) === false ? undefined : await store.blob(sha256)
    if (!blob) return undefined
    const moves = known.get(sha256) ?? isAnimated(await new Response(blob.slice(0, HEAD_BYTES)).arrayBuffer())
    known.set(sha256, moves)
    if (!moves) return undefined
    const url = URL.createObjectURL(blob)
    return { url, end: () => URL.revokeObjectURL(url) }
  } catch {
    return undefined
  }
}

/** Whether an image has several pictures, by its first bytes. A GIF counts as animated: hardly any other is made. */
export function isAnimated(head: ArrayBuffer): boolean {
  const text = String.fromCharCode.apply(null, [...new Uint8Array(head.slice(0, 4096))])
  if (text.startsWith('GIF8')) return true
  if (text.startsWith('RIFF')) return text.startsWith('WEBPVP8X', 8) && (text.charCodeAt(20) & 2) !== 0
  if (text.startsWith('\x89PNG')) return hasAnimationChunk(new DataView(head))
  return text.startsWith('ftypavis', 4)
}

/** An animated PNG has an `acTL` chunk before its first picture. */
function hasAnimationChunk(head: DataView): boolean {
  for (let at = 8; at + 8 <= head.byteLength; at += 12 + head.getUint32(at)) {
    const type = head.getUint32(at + 4)
    if (type === 0x6163544c) return true
    if (type === 0x49444154) return false
  }
  return false
}

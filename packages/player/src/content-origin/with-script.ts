/** Bytes that may come before a page's first element. */
const HEAD_MAX = 2048
const BEFORE = /^(?:\xef\xbb\xbf)?(?:\s|<!--[\s\S]*?-->)*(?:<!doctype[^>]*>)?/i

/** A page that runs a script before its own ones. A page in UTF-16 stays as it is. */
export async function withScript(file: ArrayBuffer | Blob, script: string): Promise<ArrayBuffer | Blob> {
  const head = new Uint8Array(await new Response(file.slice(0, HEAD_MAX)).arrayBuffer())
  if (head[0] === 0xfe || head[0] === 0xff) return file
  const [before = ''] = BEFORE.exec(String.fromCharCode(...head)) ?? []
  const tag = `<script>${script.replace(/<\/script/gi, '<\\/script')}</script>`
  const whole = new Blob([file.slice(0, before.length), tag, file.slice(before.length)])
  return file instanceof Blob ? whole : new Response(whole).arrayBuffer()
}

import { expect, it } from 'vitest'
import { withScript } from './with-script.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const textOf = async (file: ArrayBuffer | Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(file).arrayBuffer())

it.each([
  ['', '<!doctype html><p>é</p>', '<!doctype html>'],
  ['without a doctype', '<p>é</p>', ''],
  [
    'after comments and a byte order mark',
    '\ufeff\n<!-- é --> <!DOCTYPE html PUBLIC "-//W3C//DTD">\n<p>',
    null,
  ],
  ['of nothing', '', ''],
  ['with an open comment', '<!-- <!doctype html>', ''],
])('runs a script first in a page %s', async (_name, page, before) => {
  const start = before ?? page.slice(0, page.lastIndexOf('\n'))
  for (const file of [bytes(page), new Blob([page])]) {
    const whole = await withScript(file, "a('</script>')")
    expect(whole instanceof Blob).toBe(file instanceof Blob)
    expect(await textOf(whole)).toBe(`${start}<script>a('<\\/script>')</script>${page.slice(start.length)}`)
  }
})

it('leaves a page in UTF-16 unchanged', async () => {
  const page = new Uint8Array([0xff, 0xfe, 60, 0]).buffer
  expect(await withScript(page, 'a()')).toBe(page)
})

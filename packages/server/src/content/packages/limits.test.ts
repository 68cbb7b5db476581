import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readPackage } from '#content/uploads/unpacking/package-list.ts'
import { useServer } from '#test/harness.ts'
import { refusedUpload } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'

const server = useServer({ MAX_UPLOAD_MB: '1' })
const page = { name: 'index.html', content: 'page' }
const files = () =>
  readdirSync(path.join(server().folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name)

it('DUR-03: a file that unpacks too large leaves no earlier file behind', async () => {
  const admin = await server().organization()
  const before = files()
  const others = [...Array(20).keys()].map((n) => ({ name: `${n}.txt`, content: `${n}` }))
  const large = { name: 'z.bin', content: Buffer.alloc(2 * 2 ** 20), packed: true }
  const answer = await refusedUpload(admin, [{ name: 'a.zip', content: zipOf([page, ...others, large]) }])
  expect([answer.status, answer.message]).toEqual([413, 'a.zip contains a file larger than 1 MB'])
  expect(files().filter((name) => !before.includes(name))).toEqual([])
})

it('a package has up to two thousand files', async () => {
  const list = async (count: number) => {
    const file = path.join(server().folder, 'many.zip')
    const others = [...Array(count - 1).keys()].map((n) => ({ name: `${n}.txt`, content: '' }))
    writeFileSync(file, zipOf([page, ...others]))
    const { zip, entries } = await readPackage(file)
    zip.close()
    return entries.length
  }
  expect(await list(2000)).toBe(2000)
  await expect(list(2001)).rejects.toThrow('more than 2000 files')
})

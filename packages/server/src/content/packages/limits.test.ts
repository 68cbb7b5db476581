import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { refusedUpload, uploadOne } from '#test/uploads.ts'
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

it('unpacks two thousand files in reasonable time', async () => {
  const admin = await server().organization()
  const many = [...Array(1999).keys()].map((n) => ({ name: `data/${n}.txt`, content: `${n}` }))
  const started = performance.now()
  const { id } = await uploadOne(admin, 'many.zip', zipOf([page, ...many]))
  expect(performance.now() - started).toBeLessThan(180_000)
  await admin.api.media.remove({ params: { id } })
}, 240_000)

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Fields } from '@vitrine/contract/api/base/fields'
import { PackageParts } from '@vitrine/contract/api/content/packages'
import { checkValues, readValues } from '@vitrine/contract/fields/values'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../console/gallery')
const packages = globSync('*/index.html', { cwd: FOLDER }).map((file) => path.dirname(file))

/** Packed as in the console's build. */
const packed = (id: string): Buffer =>
  zipOf(
    globSync([`${id}/*`, 'shared/*'], { cwd: FOLDER }).map((file) => ({
      name: path.basename(file),
      content: readFileSync(path.join(FOLDER, file)),
      packed: true,
    })),
  )

describe('the packages of the gallery', () => {
  const server = useServer()

  it.each(packages)(
    '%s is accepted like an uploaded one, and its form can be saved unchanged',
    async (id) => {
      const admin = await server().organization()
      const media = await uploadOne(admin, id, packed(id))
      const params = { organizationId: admin.organizationId, id: media.id }
      const fields = Fields.parse(await admin.api.packages.schema({ params }))
      const model = await admin.api.packages.model({ params })
      expect(checkValues(fields, readValues(fields, model))).toEqual({})
      await admin.api.media.update({ params: { id: media.id }, body: { name: id, model: model as never } })
      // Each field is in one section of the form.
      const parts = PackageParts.parse(await admin.api.packages.widgets({ params }))
      expect(parts.flatMap((part) => part.fields).sort()).toEqual(Object.keys(fields).sort())
    },
  )

  it('has nine, each with a picture and every file that a page references', () => {
    expect(packages).toHaveLength(9)
    for (const id of packages) {
      const files = globSync([`${id}/*`, 'shared/*'], { cwd: FOLDER })
      const names = [...files.map((file) => path.basename(file)), 'qrcode.mjs', 'row-rules.js']
      expect(names, id).toContain('preview.jpg')
      const text = files
        .filter((file) => /\.(html|js|css)$/.test(file))
        .map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
        .join('\n')
      const named = [...text.matchAll(/(?:src|href)="([^"]+)"|from '\.\/([^']+)'/g)].map(([, a, b]) => a ?? b)
      expect(named.length).toBeGreaterThan(3)
      for (const name of named) expect(names, id).toContain(name)
      // Packages work offline: nothing is loaded from elsewhere.
      expect(text.replaceAll('http://www.w3.org/2000/svg', ''), id).not.toMatch(/https?:\/\/(?!\/\)|\/)/)
    }
  })
})

import { expect, it } from 'vitest'
import { makeLayout, page, showing, showingOnly } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'
import { up } from './860-empty-pages.ts'

const server = useServer()

it('pages that were saved before know that they have nothing to show', async () => {
  const admin = await server().organization()
  const { id } = await uploadOne(admin)
  const empty = { ...page(), widgets: [], config: { inputs: [] } }
  const documents = [empty, showingOnly(), showingOnly(id), showing(id)]
  const ids: string[] = []
  for (const document of documents) ids.push((await makeLayout(admin, document)).id)
  const db = server().services.database
  const stored = async () => {
    const rows = await db.selectFrom('pages').select(['id', 'shows']).where('id', 'in', ids).execute()
    return ids.map((each) => rows.find((row) => row.id === each)?.shows)
  }
  const now = await stored()
  expect(now).toEqual(['[]', '[]', null, null])
  await db.updateTable('pages').set({ shows: null }).where('id', 'in', ids).execute()
  await up(db as never)
  expect(await stored()).toEqual(now)
})

import { expect, it } from 'vitest'
import { entriesOf, importedLayout, xmlExport } from '#test/foreign-layouts.ts'
import { useServer } from '#test/harness.ts'
import { picture } from '#test/uploads.ts'

const server = useServer()

it('a layout with layout.xml becomes the same', async () => {
  const admin = await server().organization()
  const xml = `<?xml version="1.0"?>
<layout width="800" height="450" bgcolor="#fff" background="9.png" schemaVersion="2">
  <region id="4" width="400" height="225" top="10" left="20.4" zindex="3" name="Left &amp; low">
    <options><transitionType>fadeIn</transitionType></options>
    <media id="7" type="image" duration="15" render="native"><options><uri>7.png</uri></options><raw/></media>
    <media id="x" type="ticker" duration="5"><options><uri>https%3A%2F%2Fexample.org%2Frss</uri><sourceId>1</sourceId></options><raw><template><![CDATA[[Title]]]></template></raw></media>
  </region>
  <region id="5" width="100" height="50" top="0" left="0">
    <media id="y" type="text" duration="10"><options/><raw><text><![CDATA[<p><em>Old</em> text</p>]]></text></raw></media>
  </region>
  <drawer id="6" width="800" height="450" top="0" left="0"><options/></drawer>
  <tags><tag>a</tag></tags>
</layout>`
  const files = [
    { id: 7, file: '7.png', name: 'Poster.png', content: await picture('red') },
    { id: 9, file: '9.png', name: 'Back.png', content: await picture('green'), background: true },
  ]
  const { read, layout, notes } = await importedLayout(admin, xmlExport(xml, files))
  expect(layout).toMatchObject({ name: 'Old lobby', width: 800, height: 450 })
  expect([read.background, read.backdrop?.media?.length]).toEqual(['#ffffff', 1])
  expect(read.widgets).toMatchObject([
    { type: 'text', name: '5', settings: { text: 'Old text', fontSettings: { isItalic: true } } },
    { type: 'media-looper', name: 'Left & low', x: 20, y: 10, width: 400, height: 225 },
  ])
  expect(entriesOf(read.widgets[1]).map(({ duration }) => duration)).toEqual([15, 5])
  expect(notes).toEqual(['Left & low||transition', 'Left & low|ticker|feed'])
})

import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { screenRows } from '@vitrine/contract/document/screen-values'
import { fillText } from '@vitrine/contract/document/source-data'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const TEXT = 'Ask {Screen: Manager | Team}'
const HEADING = { isBold: true, isItalic: false, font: 'Georgia', size: 80 }
const PLAIN = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 }

const inputOf = ({ config }: Pick<LayoutDocument, 'config'>, field: string) =>
  config.inputs.find(({ name }) => name === `w1-${field}`)?.value

describe('a text with a value of the screen, in a font and a color of styles', () => {
  const server = useServer()

  async function scene() {
    const admin = await server().organization()
    const { organizationId } = admin
    const licence = { number: `S-${organizationId}`, devicesCount: 9, organizationId }
    await (await server().signIn()).api.licences.create({ body: licence })
    const style = async (body: Parameters<typeof admin.api.styles.create>[0]['body']) =>
      (await admin.api.styles.create({ body })).style
    const font = await style({ kind: 'text', name: 'Heading', value: { ...HEADING } })
    const color = await style({ kind: 'color', name: 'Price', value: '#aa0000' })
    const { field } = await admin.api.screenFields.create({
      body: { name: 'Manager', kind: 'text', source: '' },
    })
    const links = { fontSettings: font.id, color: color.id }
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, styles: links })),
      config: {
        inputs: [
          { name: 'w1-text', value: TEXT },
          { name: 'w1-fontSettings', value: PLAIN },
          { name: 'w1-color', value: '#111111' },
        ],
      },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const claim = () => TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const screens = [await claim(), await claim(), await claim()]
    const save = (screen: TestScreen | undefined, value: string) => {
      const change = { of: 'device' as const, id: screen?.deviceId ?? '', fieldId: field.id, value }
      return admin.api.screenValues.save({ body: { changes: [change] } })
    }
    await save(screens[0], 'Mona')
    await save(screens[1], 'Omar')
    /** What each screen draws. */
    const drawn = () =>
      Promise.all(
        screens.map(async (screen) => {
          const { group: part, device } = await screen.manifest()
          const shown = part.pages[layout.id] as LayoutDocument
          const rows = screenRows(device.values ?? [])
          const font = inputOf(shown, 'fontSettings') as typeof HEADING
          return {
            text: fillText(String(inputOf(shown, 'text')), () => rows),
            font: [font.font, font.size],
            color: inputOf(shown, 'color'),
          }
        }),
      )
    return { admin, font, color, field, layout, screens, save, drawn }
  }

  const draws = (font: [string, number], color: string, names = ['Mona', 'Omar', 'Team']) =>
    names.map((name) => ({ text: `Ask ${name}`, font, color }))

  it('is drawn with both for each screen, and after a change of either', async () => {
    const { admin, font, color, screens, save, drawn } = await scene()
    expect(await drawn()).toEqual(draws(['Georgia', 80], '#aa0000'))
    const groupOf = async () => (await screens[0]?.manifest())?.raw.group.hash
    const before = await groupOf()
    await save(screens[2], 'Lia')
    expect(await drawn()).toEqual(draws(['Georgia', 80], '#aa0000', ['Mona', 'Omar', 'Lia']))
    // A value is in the screen's part alone.
    expect(await groupOf()).toBe(before)
    const value = { ...HEADING, size: 40 }
    const params = { id: font.id }
    await admin.api.styles.update({ params, body: { kind: 'text', name: 'Heading', value } })
    const blue = { kind: 'color' as const, name: 'Price', value: '#0000aa' }
    await admin.api.styles.update({ params: { id: color.id }, body: blue })
    await server().services.publisher.idle()
    expect(await drawn()).toEqual(draws(['Georgia', 40], '#0000aa', ['Mona', 'Omar', 'Lia']))
  })

  it('keeps the value when its styles are deleted, and its styles when the value is cleared', async () => {
    const { admin, font, color, layout, screens, save, drawn } = await scene()
    await save(screens[0], '')
    expect(await drawn()).toEqual(draws(['Georgia', 80], '#aa0000', ['Team', 'Omar', 'Team']))
    for (const { id } of [font, color]) await admin.api.styles.remove({ params: { id } })
    await server().services.publisher.idle()
    expect(await drawn()).toEqual(draws(['Georgia', 80], '#aa0000', ['Team', 'Omar', 'Team']))
    const { layout: saved } = await admin.api.layouts.get({ params: { id: layout.id } })
    expect([inputOf(saved, 'text'), saved.widgets[0]?.styles]).toEqual([TEXT, undefined])
  })

  it('is a use of the field, and a screen without a value is said, whatever draws it', async () => {
    const { admin, field, layout } = await scene()
    const { status, body } = await admin.call('DELETE', `/screen-fields/${field.id}`)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(layout.id)])
    const { layout: saved } = await admin.api.layouts.get({ params: { id: layout.id } })
    const inputs = saved.config.inputs.map((input) =>
      input.name === 'w1-text' ? { ...input, value: 'Ask {Screen: Manager}' } : input,
    )
    const sent = { ...saved, config: { ...saved.config, inputs } }
    const answer = await admin.call('PUT', `/layout/${layout.id}?dryRun=true`, sent)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({ impact: { missing: [{ name: 'Manager', screens: 1 }] } })
  })
})

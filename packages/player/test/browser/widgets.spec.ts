import { expect, type Page } from '@playwright/test'
import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import {
  newWidget,
  type ReadDocument,
  readDocument,
  writeDocument,
} from '@vitrine/contract/document/layout-document'
import { definitionOf, WIDGET_FIELDS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import axe from 'axe-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { test } from './screen.ts'

/** One widget of every type with its defaults, in rows. */
const everyWidget: ReadDocument = {
  width: 1920,
  height: 1080,
  background: '#336699',
  widgets: WIDGET_TYPES.map((type, index) =>
    newWidget(
      {
        id: type,
        type,
        name: definitionOf(type)?.label ?? type,
        zIndex: index,
        x: (index % 4) * 480,
        y: Math.floor(index / 4) * 270,
        width: 440,
        height: 240,
      },
      WIDGET_FIELDS,
    ),
  ),
}
const page: ManifestPage = { id: 'p', name: 'p', version: 1, ...writeDocument(everyWidget, WIDGET_FIELDS) }

/** The tags in each widget's box as React renders them in the console, which the player must match. */
function drawnByReact(type: string): string[] {
  const document = readDocument(page, WIDGET_FIELDS)
  const alone = { ...document, widgets: document.widgets.filter(({ id }) => id === type) }
  const html = renderToString(createElement(LayoutView, { document: alone, host: hostWith({}) }))
  const box = html.slice(html.indexOf(`data-widget="${type}"`))
  return [...box.slice(box.indexOf('>') + 1).matchAll(/<([a-z]+)/g)].map(([, tag = '']) => tag)
}

test('every widget renders on a screen as in the console, and is touchable', async ({ tv }) => {
  const { page: screen, server, secure } = tv
  const errors: string[] = []
  screen.on('pageerror', (error) => errors.push(error.message))
  await tv.connect(
    secure,
    groupPart(contentOf([{ id: 's', items: [{ page, seconds: 3600 }] }]), scheduleOf('s')),
    devicePart(),
  )
  for (const type of WIDGET_TYPES) {
    const box = screen.locator(`.page[data-state=front] [data-widget="${type}"]`)
    // The last one is the page's overlay.
    const expected = drawnByReact(type).slice(0, -1)
    const drawn = await box.evaluate((element) =>
      [...element.querySelectorAll('*')].map(({ localName }) => localName),
    )
    if (expected.length === 0) expect(drawn, type).toEqual([])
    else expect(drawn.slice(0, 2), type).toEqual(expected.slice(0, 2))
  }
  await screen.locator('[data-widget=dropdown]').click()
  await screen.locator('[data-widget=rating]').click()
  await screen.locator('[data-widget=comment]').click()
  await screen.waitForTimeout(500)
  expect(errors).toEqual([])
  expect(server.heartbeats.flatMap(({ errors: told }) => told.map(({ text }) => text)).join()).not.toContain(
    'widget',
  )
})

/** Serious and critical axe violations, with the elements that have them. */
const violations = (screen: Page) =>
  screen.evaluate(async (source) => {
    new Function(source)()
    const { axe: tool } = window as unknown as { axe: typeof axe }
    const found = await tool.run(document, { iframes: false, resultTypes: ['violations'] })
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  }, axe.source)

for (const question of ['', 'How was it?'])
  test(`opened drop-downs and comments are valid for screen readers, asking “${question}”`, async ({
    tv,
  }) => {
    const { page: screen, secure } = tv
    const options = [1, 2, 3].map((n) => ({ label: `Option ${n}`, value: `${n}`, actions: [] }))
    const touched: ReadDocument = {
      ...everyWidget,
      widgets: everyWidget.widgets
        .filter(({ type }) => ['dropdown', 'comment', 'radio', 'checkbox', 'rating', 'button'].includes(type))
        .map((widget) => ({
          ...widget,
          settings: {
            ...widget.settings,
            ...('options' in widget.settings && { options }),
            ...('label' in widget.settings && { label: 'Your choice' }),
            ...(widget.type === 'comment' && { text: question }),
          },
        })),
    }
    const touchPage: ManifestPage = {
      id: 't',
      name: 't',
      version: 1,
      ...writeDocument(touched, WIDGET_FIELDS),
    }
    const content = contentOf([{ id: 's', items: [{ page: touchPage, seconds: 600 }] }])
    await tv.connect(secure, groupPart(content, scheduleOf('s')), devicePart())
    expect(await violations(screen), 'closed').toEqual([])
    await screen.locator('[data-widget=dropdown]').click()
    await screen.getByRole('listbox').waitFor()
    expect(await violations(screen), 'drop-down').toEqual([])
    await screen.getByRole('option').first().click()
    await screen.locator('[data-widget=comment]').click()
    await screen.getByRole('dialog').waitFor()
    expect(await violations(screen), 'comment').toEqual([])
  })

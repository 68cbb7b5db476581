import type { Frame, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { fullPage, storyboard } from './content.ts'
import type { Caller } from './server.ts'
import { packageOf } from './zip.ts'

/** Fills the page with its model's color, using a module, a style sheet and a fetched file. */
export const coloured = (ground: string) =>
  packageOf('Color.zip', {
    'Site/index.html':
      '<!doctype html><link rel="stylesheet" href="css/empty.css"><link rel="stylesheet" href="css/page.css"><body><script type="module" src="page.js"></script>',
    'Site/css/page.css': 'html, body { height: 100%; margin: 0; background: red }',
    // Empty files: two types, one hash.
    'Site/css/empty.css': '',
    'Site/lib/empty.js': '',
    'Site/page.js':
      "import './lib/empty.js'\nimport { ground } from './lib/read.js'\ndocument.body.style.background = await ground()\ndocument.body.dataset.drawn = ''",
    'Site/lib/read.js': "export const ground = async () => (await (await fetch('model.json')).json()).ground",
    'Site/schema.json': JSON.stringify({ ground: { type: 'colorPicker', label: 'Ground', default: ground } }),
  })

export const hex = (colour: readonly number[]) =>
  `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Approved, on a group that the next screen joins. */
export async function groupThatPlays(admin: Caller, mediaIds: readonly string[]): Promise<string> {
  const storyboardId = await storyboard(admin, 'Story', [await fullPage(admin, 'Page', mediaIds)])
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Group', storyboardId } })
  return deviceGroup.id
}

export const frameOf = async (page: Page, pattern: RegExp): Promise<Frame> => {
  await expect.poll(() => page.frames().some((frame) => pattern.test(frame.url()))).toBe(true)
  return page.frame({ url: pattern }) as Frame
}

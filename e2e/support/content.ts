import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import type { Color } from './pixels.ts'
import type { Caller } from './server.ts'

export const ORANGE: Color = [228, 118, 38]
export const BLUE: Color = [38, 92, 214]
/** The color of the video. */
export const GREEN: Color = [31, 157, 85]

/** Four seconds of green, H.264, without sound. */
export const VIDEO_FILE = path.resolve(import.meta.dirname, '../media/green.mp4')

export interface SourceFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Renders HTML to a full HD JPEG. */
export async function photograph(
  browser: Browser,
  name: string,
  html: string,
  viewport = { width: 1920, height: 1080 },
): Promise<SourceFile> {
  const page = await browser.newPage({ viewport })
  await page.setContent(html)
  const buffer = await page.screenshot({ type: 'jpeg', quality: 88 })
  await page.close()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A photograph of a single color. */
export const picture = (browser: Browser, name: string, [red, green, blue]: Color): Promise<SourceFile> =>
  photograph(browser, name, `<body style="background: rgb(${red} ${green} ${blue})">`)

export async function video(): Promise<SourceFile> {
  return { name: 'meadow.mp4', mimeType: 'video/mp4', buffer: await readFile(VIDEO_FILE) }
}

/** Uploads files; returns their ids in order. */
export async function upload(caller: Caller, files: readonly SourceFile[]): Promise<string[]> {
  const form = new FormData()
  for (const { name, mimeType, buffer } of files)
    form.append('media', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { media } = (await caller.call('POST', '/media', form)) as { media: { id: string }[] }
  return media.map(({ id }) => id)
}

/** A layout that is one media zone over the whole page. */
export async function fullPage(caller: Caller, name: string, mediaIds: readonly string[]): Promise<string> {
  const { layout } = await caller.api.layouts.create({
    body: {
      name,
      type: 'designed',
      width: 1920,
      height: 1080,
      widgets: [
        {
          id: 'zone',
          type: 'media-looper',
          name: 'Zone',
          zIndex: 1,
          width: 1920,
          height: 1080,
          transform: 'translate(0px, 0px)',
        },
      ],
      config: {
        inputs: [{ name: 'zone-media', value: mediaIds.map((mediaId) => ({ mediaId, duration: 5 })) }],
      },
    },
  })
  return layout.id
}

/** An approved storyboard that shows each page for `seconds`. */
export async function storyboard(
  caller: Caller,
  name: string,
  layoutIds: readonly string[],
  seconds = 5,
): Promise<string> {
  const items = layoutIds.map((layoutId) => ({ layoutId, duration: seconds }))
  const made = await caller.api.storyboards.create({ body: { name, type: 'designed', mode: 'AUTO', items } })
  const { id } = made.storyboard
  await caller.api.storyboards.setStatus({ params: { id, status: 'approved' } })
  return id
}

/** Three approved storyboards: an orange picture, a blue one, and the green video. */
export async function threeStories(caller: Caller, browser: Browser) {
  const [orange = '', blue = '', green = ''] = await upload(caller, [
    await picture(browser, 'orange.jpg', ORANGE),
    await picture(browser, 'blue.jpg', BLUE),
    await video(),
  ])
  const story = async (name: string, mediaId: string) =>
    storyboard(caller, name, [await fullPage(caller, name, [mediaId])])
  return {
    orange: await story('Orange', orange),
    blue: await story('Blue', blue),
    green: await story('Green', green),
  }
}

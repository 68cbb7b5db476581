// What journeys of everyday jobs do by hand, and count.
import { expect, type Page } from '@playwright/test'
import type { Console } from './console.ts'
import type { SourceFile } from './content.ts'

/** Drops files onto the middle of the page, wherever that is. */
export async function drop(page: Page, files: readonly SourceFile[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, text } of all)
      transfer.items.add(
        new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type: mimeType }),
      )
    return transfer
  }, sent)
  const send = (type: string) => page.locator('main').dispatchEvent(type, { dataTransfer: data })
  // The target for files loads after the page.
  await expect(async () => {
    await send('dragover')
    await expect(page.getByText('Drop it to show it on a screen')).toBeVisible({ timeout: 500 })
  }).toPass()
  await send('drop')
}

/** Counts presses of the mouse from now on; a click on a label is one, though its field gets a click as well. */
export async function counted(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { clicks?: number }
    const isNew = counter.clicks === undefined
    counter.clicks = 0
    if (isNew)
      window.addEventListener('pointerdown', () => (counter.clicks = (counter.clicks ?? 0) + 1), true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

/** Presses *Play* in the open dialog. */
export async function play(console: Console): Promise<void> {
  const dialog = console.dialog('Play on…')
  await dialog.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
}

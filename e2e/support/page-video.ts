import type { Download } from '@playwright/test'
import type { Console } from './console.ts'

/** Saves the first page of a designed storyboard as a video, in its preview. */
export async function savePageAsVideo(
  console: Console,
  storyboardId: string,
  seconds: number,
): Promise<Download> {
  const { page } = console
  await console.open(`#/app/storyboard/designed/edit/${storyboardId}`)
  await console.button('Page flow').click()
  const preview = page.getByRole('dialog', { name: /^Preview/ })
  await preview.getByRole('button', { name: 'Save or print' }).click()
  await page.getByRole('menuitem', { name: 'Save as a video (MP4)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a video' })
  await dialog.getByLabel('Length in seconds').fill(String(seconds))
  const saved = page.waitForEvent('download', { timeout: 240_000 })
  await dialog.getByRole('button', { name: 'Draw the video' }).click()
  return saved
}

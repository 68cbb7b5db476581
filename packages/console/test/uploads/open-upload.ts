import { waitFor, within } from '@testing-library/dom'
import { openConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

export const file = (name: string, type: string) => new File(['content'], name, { type })
/** Waits for text anywhere on the page. */
export const shown = (text: string | RegExp) => waitFor(() => within(document.body).getByText(text))
export const PICTURE = file('shop.gif', 'image/gif')

export async function openUpload(answers: object = {}, address = '/app/media-library') {
  const console = openConsole(address, { ...ONE_OF_EACH, ...answers })
  await console.press('Upload')
  const chooser = await console.field('Choose files')
  const chosen = () =>
    [...document.querySelectorAll('ul[aria-label="Selected files"] > li')].map((cell) =>
      cell.querySelector('button')?.getAttribute('aria-label'),
    )
  return { ...console, chooser, chosen, choose: (...files: File[]) => console.user.upload(chooser, files) }
}

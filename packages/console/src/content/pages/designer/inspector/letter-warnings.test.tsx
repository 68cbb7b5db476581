// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { DesignerProvider } from '#content/pages/designer/state/use-designer.ts'
import { setUpConsole, show } from '#test/console-window.tsx'
import { LetterWarnings } from './letter-warnings.tsx'

setUpConsole()

const font = { font: 'Arial', isBold: false, isItalic: false, alignment: 'left' } as const

/** The canvas with a text that was fitted to its box. */
function drawAt(size: number) {
  const canvas = document.body.appendChild(document.createElement('div'))
  canvas.innerHTML = `<div data-canvas><div data-widget="a"><div style="font-size: ${size}px">Menu</div></div></div>`
  return canvas.querySelector<HTMLElement>('[data-widget] div') as HTMLElement
}

function openWarnings(size: number, x = 0) {
  const designer = testDesigner([{ id: 'a', x, width: 400 }]).designer
  const onChange = vi.fn()
  const hands = show(
    <DesignerProvider value={designer}>
      <LetterWarnings id="a" font={{ ...font, size }} onChange={onChange} />
    </DesignerProvider>,
  )
  return { ...hands, onChange }
}
const said = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join()

test('text that is drawn smaller than its setting is named with both sizes, until it fits', async () => {
  const letters = drawAt(27)
  openWarnings(96)
  await waitFor(() => expect(said()).toContain("Drawn at 27 px, because 96 px doesn't fit"))
  letters.style.fontSize = '60px'
  await waitFor(() => expect(said()).toContain('Drawn at 60 px'))
  letters.style.fontSize = '96px'
  await waitFor(() => expect(said()).toBe(''))
})

test('small text that fits can be enlarged', async () => {
  drawAt(14)
  const { press, onChange } = openWarnings(14)
  await press(/^Enlarge|45/)
  expect(onChange).toHaveBeenCalledWith('fontSettings', { ...font, size: 45 })
})

test.each([
  [-1, 1],
  [0, 0],
  [1520, 0],
  [1521, 1],
])('a text at %i that the edge of the page may cut is named', async (x, warnings) => {
  drawAt(96)
  openWarnings(97, x)
  // The size is measured before the warning shows.
  await waitFor(() => expect(said()).toContain('Drawn at 96 px'))
  expect(said().match(/reaches over the edge/g)?.length ?? 0).toBe(warnings)
})

test.each([[27], [96]])('a text drawn at its size of %i px is fine', async (size) => {
  drawAt(size)
  openWarnings(size)
  await new Promise((resolve) => setTimeout(resolve))
  expect(said()).toBe('')
})

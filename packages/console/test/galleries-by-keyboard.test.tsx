// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { GradientGallery } from '#fields/gradients/gradient-gallery.tsx'
import { IconDialog } from '#fields/icons/icon-dialog.tsx'
import { setUpConsole, show } from '#test/console-window.tsx'

setUpConsole()
afterEach(() => document.body.style.removeProperty('direction'))

const GALLERIES = [
  ['gradients', () => <GradientGallery value="" onChange={() => {}} />, 'button[aria-pressed]', 20],
  ['icons', () => <IconDialog opened onPick={() => {}} onClose={() => {}} />, 'button[title]', 120],
] as const

test.each(GALLERIES)(
  'a gallery of %s is one tab stop, and arrow keys go through it',
  async (_, of, choice, count) => {
    const { user } = show(of())
    const choices = () => [...document.querySelectorAll<HTMLElement>(choice)]
    const at = () => choices().indexOf(document.activeElement as HTMLElement)
    await waitFor(() => expect(choices()).toHaveLength(count))
    await waitFor(() =>
      expect(choices().map(({ tabIndex }) => tabIndex)).toEqual([0, ...Array(count - 1).fill(-1)]),
    )
    choices()[0]?.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(at()).toBe(2)
    expect(choices().filter(({ tabIndex }) => tabIndex === 0)).toEqual([choices()[2]])
    const grid = choices()[0]?.parentElement as HTMLElement
    grid.style.direction = 'rtl'
    await user.keyboard('{ArrowLeft}')
    expect(at()).toBe(3)
    await user.keyboard('{End}')
    expect(at()).toBe(count - 1)
    await user.tab({ shift: true })
    expect(at()).toBe(-1)
  },
)

import { readFileSync } from 'node:fs'
import type { Transition } from '@vitrine/contract/api/content/storyboards'
import { expect, it } from 'vitest'
import { colorPage, contentOf } from '#test/content.ts'
import { advance, partsOf, stage, stageOfEachTest } from '#test/stage.ts'

stageOfEachTest()

const pages = (transition: Transition) =>
  contentOf([
    {
      id: 's',
      mode: 'AUTO',
      items: ['a', 'b'].map((id) => ({ page: colorPage(id, 'red'), seconds: 10, transition })),
    },
  ])

it.each([
  ['cut', 300],
  ['fade', 900],
  ['slide', 900],
] as const)('with %s, the old page leaves %i ms after the new one appeared', async (transition, ms) => {
  const { director } = stage(partsOf(pages(transition), 's'))
  const changes: { at: number; states: string }[] = []
  director.layers.subscribe(() => {
    const states = director.layers.get().map(({ state }) => state)
    changes.push({ at: Date.now(), states: states.join() })
  })
  await advance(13)
  const appears = changes.findIndex(({ states }) => states === 'leaving,front')
  expect(changes[appears + 1]?.states).toBe('front')
  expect((changes[appears + 1]?.at ?? 0) - (changes[appears]?.at ?? 0)).toBe(ms)
})

it.each(['fade', 'slide'])('a %s lasts 600 ms', (transition) => {
  const css = readFileSync(new URL('../src/stage/stage.css', import.meta.url), 'utf8')
  const [, rule = ''] = new RegExp(`\\.page\\[data-enters="${transition}"\\] \\{([^}]*)\\}`).exec(css) ?? []
  expect(rule).toMatch(/animation: page-\S+ 600ms /)
})

import { describe, expect, test } from 'vitest'
import { checkClasses } from './classes.mjs'

const SHEET = 'packages/console/src/ui/bar.module.css'
const check = (code, css) =>
  checkClasses([
    { file: 'packages/console/src/ui/bar.tsx', text: `import styles from './bar.module.css'\n${code}` },
    { file: SHEET, text: css },
  ])

describe('classes of style sheets', () => {
  test.each([
    ['styles.bar', '.bar { margin: 0.5em }'],
    ['styles.bar + styles.end', '.bar > .end:hover, :global(.active) .bar { color: red } /* .old {} */'],
    ['styles.bar', '@media (width < 8.5px) { .bar { background: url(a.svg) } }'],
    ['styles[kind]', '.a {} .b {}'],
  ])('%s with %s is fine', (code, css) => expect(check(code, css)).toEqual([]))

  test('one that the style sheet lacks is a problem', () => {
    expect(check('styles.bar + styles.grow + styles.grow', '.bar {}')).toEqual([
      'packages/console/src/ui/bar.tsx: ./bar.module.css has no class grow',
    ])
  })
  test('so is one that no component names', () => {
    expect(check('styles.bar', '.bar {} .bar .left {}')).toEqual([
      `${SHEET}: no component names the class left`,
    ])
  })
  test('so is a style sheet that is not there', () => {
    const text = `import styles from '#ui/gone.module.css'`
    expect(checkClasses([{ file: 'packages/console/src/ui/bar.tsx', text }])).toEqual([
      'packages/console/src/ui/bar.tsx: there is no #ui/gone.module.css',
    ])
  })
})

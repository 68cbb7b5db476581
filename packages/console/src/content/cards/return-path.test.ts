import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  ['/app/storyboard/standard/create', 7, '/app/storyboard/standard/create?version=7'],
  ['/app/storyboard/designed/edit/018f-a', undefined, '/app/storyboard/designed/edit/018f-a'],
  [undefined, 7, undefined],
  ['', 7, undefined],
  ['//evil.example', 7, undefined],
  ['https://evil.example/app', 7, undefined],
  ['/app/../evil', 7, undefined],
  ['/app//evil.example', 7, undefined],
  ['/auth/login', 7, undefined],
])('N-031 returns from a card to %s with version %s as %s', (redirect, version, path) =>
  expect(returnPath(redirect, version)).toBe(path),
)

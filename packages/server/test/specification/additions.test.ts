import { readFileSync } from 'node:fs'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { expect, test } from 'vitest'

/** The calls that the specification names (its chapter 7), without parameters. */
const SPECIFIED = [
  ...['auth/login', 'auth/register', 'auth/refresh-token', 'auth/email/send', 'auth/email/verify'],
  ...['auth/mobile/send-code', 'auth/mobile/verify', 'auth/password/reset', 'auth/password/verify'],
  ...['auth/profile', 'lookups', 'user', 'user/create', 'organizations', 'organizations/create'],
  ...['buildings', 'buildings/create', 'licences', 'licences/create', 'devices'],
  ...['device-groups', 'device-groups/create', 'media', 'media/download', 'media/folders', 'media/preview'],
  ...['media/preview/schema.json', 'media/preview/model.json', 'media/preview/widgets.json'],
  ...['storyboards', 'storyboards/create', 'storyboards/pending', 'cards', 'cards/create', 'cards/duplicate'],
  ...['cards/card-screenshot', 'thumbnail/createCardThumbnail', 'thumbnail/download'],
  ...['template-design', 'template-design/create', 'layout'],
]

test('G-013: every call that the specification does not name is on the page of additions', () => {
  const page = readFileSync(new URL('../../../../docs/additions.md', import.meta.url), 'utf8')
  const words = (path: string) =>
    path
      .split('/')
      .filter((word) => word && !word.startsWith(':') && word !== '*')
      .join('/')
  const added = new Set(
    routesOf(contract)
      .map(({ route }) => words(route.path))
      .filter((path) => !SPECIFIED.includes(path)),
  )
  expect(added.size).toBeGreaterThan(20)
  // In documents `/{a,b}` means both, and `/{id}` is a parameter.
  const both = page.replace(/([\w/-]+)\/\{(\w+(?:,\w+)+)\}/g, (_found, start, ends) =>
    ends
      .split(',')
      .map((end: string) => `${start}/${end}`)
      .join(' '),
  )
  const written = both.replace(/\/\{[^}]*\}/g, '')
  expect([...added].filter((path) => !written.includes(path))).toEqual([])
})

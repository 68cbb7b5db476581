import { expect, it } from 'vitest'
import { AllowedSiteInput } from './allowed-sites.ts'

it.each([
  ['example.org', 'example.org'],
  [' https://news.example.org/a?b ', 'news.example.org'],
  ['*', '*'],
])('the site “%s” is stored as %s', (host, stored) => {
  expect(AllowedSiteInput.parse({ host }).host).toBe(stored)
})

it.each([
  ['', 'required'],
  ['   ', 'required'],
  [undefined, 'required'],
  ['javascript:alert(1)', 'url'],
  ['a'.repeat(2001), 'max|2000'],
])('the site “%s” is refused by the rule %s', (host, rule) => {
  const { error } = AllowedSiteInput.safeParse({ host })
  expect(error?.issues.map(({ message }) => message)).toContain(rule)
})

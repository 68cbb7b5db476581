import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WrittenText } from './written-text.tsx'

const html = (text: string, names: string[] = []) =>
  renderToStaticMarkup(<WrittenText text={text} mentions={names.map((name) => ({ id: name, name }))} />)

test('only http and https become links, without the mark after them', () => {
  const drawn = html('See https://example.com/a?b=1. javascript:alert(1) data:text/html,x ftp://x.y')
  expect([...drawn.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['https://example.com/a?b=1'])
  expect(drawn).toContain('rel="noopener noreferrer nofollow"')
})

test('markup stays text', () => {
  const drawn = html('<img src=x onerror=alert(1)> "https://a.b/<script>"')
  expect(drawn).not.toMatch(/<img|<script/)
})

test('mentioned people are bold, the longest name first, and others are not', () => {
  const drawn = html('@Ada @Ada Lovelace @Bob (a+b)', ['Ada', 'Ada Lovelace'])
  expect([...drawn.matchAll(/<strong>([^<]*)/g)].map(([, name]) => name)).toEqual(['@Ada', '@Ada Lovelace'])
})

import { eventParser, type ServerEvent } from '@vitrine/contract/server-events'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const name = fc.stringMatching(/^[a-z]{1,8}$/)
const data = fc.string().filter((text) => !/[\r\n]/.test(text))

it('parses the same events regardless of chunk boundaries', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name, lines: fc.array(data, { minLength: 1, maxLength: 3 }) })),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (events, end, sizes) => {
        const text = events
          .map((event) =>
            [': beat', `event: ${event.name}`, ...event.lines.map((line) => `data: ${line}`), '', ''].join(
              end,
            ),
          )
          .join('')
        const read: ServerEvent[] = []
        const take = eventParser((event) => read.push(event))
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          take(text.slice(at, at + size))
          at += size
        }
        expect(read).toEqual(events.map((event) => ({ name: event.name, data: event.lines.join('\n') })))
      },
    ),
  )
})

it('skips comments and events without data', () => {
  const read: ServerEvent[] = []
  eventParser((event) => read.push(event))(':\n\nevent: empty\n\ndata\n\n')
  expect(read).toEqual([{ name: 'message', data: '' }])
})

it('parses the retry time, and ignores invalid ones', () => {
  const heard: number[] = []
  const parse = eventParser(
    () => {},
    (milliseconds) => heard.push(milliseconds),
  )
  parse('retry: 3000\n\nretry: soon\n\nretry:150\n\nretry: -1\n\n')
  expect(heard).toEqual([3000, 150])
})

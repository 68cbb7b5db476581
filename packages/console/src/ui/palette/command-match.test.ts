import { describe, expect, test } from 'vitest'
import { matching } from './command-match.ts'

const COMMANDS = [
  { label: 'Go to screens', group: 'Go to', words: 'devices' },
  { label: 'Screen groups', group: 'Go to' },
  { label: 'Zoom in', group: 'View' },
  { label: 'Zoom out', group: 'View' },
  { label: 'Align left', group: 'Align' },
  { label: 'Ärzte', group: 'Cards' },
]

describe('the palette’s search', () => {
  test.each([
    ['', COMMANDS.map(({ label }) => label)],
    ['zoom', ['Zoom in', 'Zoom out']],
    ['out zoom', ['Zoom out']],
    ['screen', ['Screen groups', 'Go to screens']],
    ['devices', ['Go to screens']],
    ['left', ['Align left']],
    ['arzte', ['Ärzte']],
    ['view in', ['Zoom in']],
    ['zoom left', []],
    ['  ', COMMANDS.map(({ label }) => label)],
  ])('%j finds %j', (search, found) => {
    expect(matching(COMMANDS, search).map(({ label }) => label)).toEqual(found)
  })
})

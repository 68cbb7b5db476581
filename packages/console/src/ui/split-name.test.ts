import { describe, expect, test } from 'vitest'
import { splitName } from './split-name.ts'

describe('a name on one line', () => {
  test.each([
    ['Reception', 'Reception', ''],
    ['Lobby left, floor 12', 'Lobby left, floor 12', ''],
    ['Lobby left, building 3, floor 12', 'Lobby left, building 3, ', 'floor 12'],
    [
      '🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨 Lobby 🏨',
      '🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨🏨',
      ' Lobby 🏨',
    ],
    ['شاشة المدخل الرئيسي في الطابق الأول', 'شاشة المدخل الرئيسي في الطابق الأول', ''],
  ])('%s keeps its end', (name, start, end) => {
    expect(splitName(name)).toEqual([start, end])
  })
})

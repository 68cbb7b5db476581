import { date } from '@vitrine/contract/api/base/inputs'
import { describe, expect, it } from 'vitest'
import { readDay } from './date-field.tsx'

describe('V-044: a typed day', () => {
  it.each([
    ['2030-01-31', '2030-01-31'],
    ['2030-1-5', '2030-01-05'],
    ['2030/1/5', '2030-01-05'],
    [' 2030.12.01 ', '2030-12-01'],
    ['٢٠٣٠-٠١-٣١', '2030-01-31'],
  ])('%s is %s', (typed, day) => {
    expect(readDay(typed)).toBe(day)
    expect(date().safeParse(day).success).toBe(true)
  })
  it.each(['', '31.01.2030', '01/02/2030', '2030-01', 'tomorrow'])('%s is none', (typed) =>
    expect(readDay(typed)).toBeUndefined(),
  )
})

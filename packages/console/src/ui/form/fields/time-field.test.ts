import { describe, expect, it } from 'vitest'
import { readTime } from './time-field.tsx'

describe('a typed time', () => {
  it.each([
    ['09:00 AM', '09:00 AM'],
    ['9', '09:00 AM'],
    ['9:30 pm', '09:30 PM'],
    ['17:05', '05:05 PM'],
    ['1705', '05:05 PM'],
    ['12 am', '12:00 AM'],
    ['12pm', '12:00 PM'],
    ['0:15', '12:15 AM'],
    ['24:00', '12:00 AM'],
    ['٩:٣٠ م', '09:30 PM'],
    ['۱۷:۰۵', '05:05 PM'],
  ])('%s is %s', (typed, time) => {
    expect(readTime(typed)).toBe(time)
  })
  it.each(['', 'noon', '25', '13 pm', '9:75', '0 am'])('%s is none', (typed) => {
    expect(readTime(typed)).toBeUndefined()
  })
})

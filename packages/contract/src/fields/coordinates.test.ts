import { expect, it } from 'vitest'
import { coordinatesText, readCoordinates } from '#fields/coordinates.ts'

it.each([
  ['48.2082, 16.3738', '48.2082, 16.3738'],
  ['48.2082,16.3738', '48.2082, 16.3738'],
  [' -33.8688 151.2093 ', '-33.8688, 151.2093'],
  ['33.8688° S, 151.2093° E', '-33.8688, 151.2093'],
  ['34.6037S; 58.3816w', '-34.6037, -58.3816'],
  ['30, 31', '30, 31'],
  ['0, -0.000001', '0, 0'],
  ['59.913868912345, 10.752245112345', '59.91387, 10.75225'],
])('%s is read as %s', (typed, read) => {
  const coordinates = readCoordinates(typed)
  expect(coordinates && coordinatesText(coordinates)).toBe(read)
})

it.each(['', 'Cairo', '48.2082', '91, 10', '10, 181', '48,2082 16,3738', '1e2, 3', '1, 2, 3'])(
  '%s is not read',
  (typed) => {
    expect(readCoordinates(typed)).toBeUndefined()
  },
)

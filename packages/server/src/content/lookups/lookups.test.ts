import { describe, expect, it } from 'vitest'
import { openCities } from '#data/cities/api.ts'
import { refused, useServer } from '#test/harness.ts'

describe('lookups', () => {
  const server = useServer()
  const get = async (name: string, search?: string) => {
    const admin = await server().signIn()
    return (await admin.api.lookups.get({ params: { name }, query: { search } })).data
  }

  it.each([
    ['timezones', 25],
    ['prayer-methods', 14],
    ['fonts', 27],
    ['durations', 11],
    ['roles', 3],
    ['permissions', 8],
    ['device-types', 3],
    ['screen-sizes', 3],
    ['cities', 100],
  ])('C-019: %s has %i entries', async (name, count) => {
    const data = await get(name)
    expect(data).toHaveLength(count)
    expect(new Set(data.map(({ value }) => value)).size).toBe(count)
  })

  it('C-019: an unknown name is not found', async () => {
    const admin = await server().signIn()
    for (const name of ['nothing', 'toString', '__proto__', 'constructor'])
      expect((await refused(admin.api.lookups.get({ params: { name } }))).status).toBe(404)
  })

  it('prayer methods have the well-known numbers, in order', async () => {
    const values = (await get('prayer-methods')).map(({ value }) => value)
    expect(values).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14])
  })

  it.each([
    ['cairo', { label: 'Cairo, Egypt', value: 'cairo' }],
    ['  CAIRO, egypt ', { label: 'Cairo, Egypt', value: 'cairo' }],
    ['cair', { label: 'Cairo, Egypt', value: 'cairo' }],
    ['são p', { label: 'São Paulo, Brazil', value: 'sao-paulo' }],
    ['sao p', { label: 'São Paulo, Brazil', value: 'sao-paulo' }],
    ['hufuf', { label: 'Al Hufūf, Saudi Arabia', value: 'al-hufuf' }],
    ['dammam', { label: 'Dammam, Saudi Arabia', value: 'dammam' }],
    ['zarqa', { label: 'Zarqa, Jordan', value: 'zarqa' }],
    ['cairo-us-il', { label: 'Cairo, IL, United States', value: 'cairo-us-il' }],
  ])('cities: %s finds its city first', async (search, entry) => {
    expect((await get('cities', search))[0]).toEqual(entry)
  })

  it.each(['القاهرة', '%', "' or 1=1 --", '\n', 'zzzzzzzz', '.*', '(((('])(
    'cities: %j is searched for as text',
    async (search) => {
      const data = await get('cities', search)
      expect(data.length).toBeLessThanOrEqual(search.trim() ? 50 : 100)
    },
  )

  it.each([
    ['Europe/Berlin', 'berlin'],
    ['Africa/Cairo', 'cairo'],
    ['America/New_York', 'new-york-city'],
    // Two names of one zone.
    ['Asia/Calcutta', 'kolkata'],
    ['Asia/Kolkata', 'kolkata'],
    // Not a city's name.
    ['US/Pacific', 'los-angeles'],
    ['UTC', undefined],
    ['Etc/GMT-2', undefined],
    ['Nowhere/At_All', undefined],
    ['', undefined],
  ])('cities: the city of the time zone %j is %s', async (timeZone, city) => {
    const admin = await server().signIn()
    const { data } = await admin.api.lookups.get({ params: { name: 'cities' }, query: { timeZone } })
    expect(data.map(({ value }) => value)).toEqual(city === undefined ? [] : [city])
  })

  it('every city has a unique value, coordinates and a time zone, stored on the server', async () => {
    const cities = await openCities()
    expect(await cities.find('cairo')).toMatchObject({ name: 'Cairo', timezone: 'Africa/Cairo' })
    expect(await cities.find('riyadh')).toMatchObject({ timezone: 'Asia/Riyadh' })
    expect(cities.search('cair').map(({ value }) => value)).toContain('cair')
    for (const slug of ['', 'nowhere-at-all', 'CAIRO', 'cairo\n', 'cai'])
      expect(await cities.find(slug)).toBeUndefined()
    for (const { value } of cities.search('')) {
      const city = await cities.find(value)
      expect(Math.abs(city?.latitude ?? 99)).toBeLessThan(70)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: city?.timezone })).not.toThrow()
    }
  })
})

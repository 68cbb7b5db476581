import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { describe, expect, it } from 'vitest'
import { type Caller, refused, useServer } from '#test/harness.ts'

describe('the public holidays of a calendar', () => {
  const server = useServer()
  const december = { first: '2026-12-20', last: '2027-01-10' }

  async function setLanguage(admin: Caller, language: string) {
    const { organizationId, organization } = (await admin.api.auth.profile()).profile
    const body = { name: organization.name, region: { ...NO_REGION, language } }
    await admin.api.organizations.update({ params: { id: organizationId }, body })
  }

  it('are those of the organization’s country, by its language', async () => {
    const admin = await server().organization()
    const before = await admin.api.deviceGroups.holidays({ query: december })
    expect(before).toMatchObject({ country: null, holidays: [] })
    expect(before.countries).toContain('EG')
    await setLanguage(admin, 'de-DE')
    const { country, holidays } = await admin.api.deviceGroups.holidays({ query: december })
    expect(country).toBe('DE')
    expect(holidays).toEqual([
      { day: '2026-12-25', name: '1. Weihnachtstag' },
      { day: '2026-12-26', name: '2. Weihnachtstag' },
      { day: '2027-01-01', name: 'Neujahr' },
    ])
    await setLanguage(admin, 'ar-001')
    expect((await admin.api.deviceGroups.holidays({ query: december })).country).toBeNull()
  })

  it('are named in the language of the caller if it is known, else in English', async () => {
    const admin = await server().organization()
    const namesIn = async (language: string) => {
      const query = { first: '2026-01-07', last: '2026-01-07', country: 'EG', language }
      return (await admin.api.deviceGroups.holidays({ query })).holidays.map(({ name }) => name)
    }
    expect(await namesIn('ar-001')).toEqual(['عيد الميلاد المجيد'])
    expect(await namesIn('eo')).toEqual(['Christmas Day'])
  })

  it('have each of their days, also those that begin in the year before', async () => {
    const admin = await server().organization()
    const daysOf = async (first: string, last: string, country: string) => {
      const query = { first, last, country, language: 'en' }
      return (await admin.api.deviceGroups.holidays({ query })).holidays.map(({ day }) => day)
    }
    expect(await daysOf('2026-03-19', '2026-03-24', 'EG')).toEqual(['2026-03-20', '2026-03-21', '2026-03-22'])
    expect(await daysOf('2027-01-01', '2027-01-01', 'DE')).toEqual(['2027-01-01'])
    // The clocks of the day have 25 hours.
    expect(await daysOf('2026-10-24', '2026-10-28', 'GR')).toEqual(['2026-10-28'])
  })

  it.each([
    ['an unknown country', { country: 'ZZ' }, 'country'],
    ['a year long ago', { first: '1999-12-31', last: '2000-01-02' }, 'first'],
    ['a year far away', { first: '2099-12-31', last: '2100-01-02' }, 'last'],
    ['more than two months', { first: '2026-01-01', last: '2026-03-04' }, 'last'],
    ['days in the wrong order', { first: '2026-01-02', last: '2026-01-01' }, 'last'],
  ])('are refused for %s', async (_, query, field) => {
    const admin = await server().organization()
    const error = await refused(admin.api.deviceGroups.holidays({ query: { ...december, ...query } }))
    expect([error.status, Object.keys(error.body.errors ?? {})]).toEqual([400, [field]])
  })

  it('are computed for the first and last year, also by the moon', async () => {
    const admin = await server().organization()
    for (const country of ['SA', 'HK'])
      for (const year of ['2000', '2099']) {
        const query = { first: `${year}-01-01`, last: `${year}-01-31`, country }
        expect((await admin.api.deviceGroups.holidays({ query })).country).toBe(country)
      }
  })
})

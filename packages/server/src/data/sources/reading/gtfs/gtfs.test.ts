import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSource } from '#data/sources/reading/read-source.ts'
import { Unreadable } from '#data/sources/reading/table.ts'
import { gtfsFiles, gtfsZip, zipOf } from '#test/zip.ts'
import { readGtfs } from './read-gtfs.ts'

/** A Thursday, 07:58 in Berlin. */
const NOW = Date.parse('2026-11-26T06:58:00Z')

describe('a GTFS feed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gtfs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (zip: Buffer, stop = 'Market', days = 1, now = NOW) => {
    const file = path.join(folder, 'feed.zip')
    writeFileSync(file, zip)
    return readGtfs(file, { stop, days, now })
  }
  const shown = async (...given: Parameters<typeof read>) =>
    (await read(...given)).rows.map(([line, to, date, time, platform]) =>
      [line, to, date, time, platform].join(' '),
    )
  const refusal = async (...given: Parameters<typeof read>) => {
    const error = await read(...given).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Unreadable)
    return (error as Unreadable).message
  }

  it('lists the departures of all platforms of a stop, in order, on the days they run', async () => {
    const { columns, rows } = await read(gtfsZip())
    expect(columns.slice(0, 5)).toEqual(['Line', 'Destination', 'Date', 'Time', 'Platform'])
    expect(rows[0]).toEqual([
      ...['4', 'Harbor, "Old" Pier', '2026-11-26', '08:05', 'B'],
      ...['tram', '#0b3d91', '#ffffff', '2026-11-26T07:05:00.000Z'],
    ])
    // The night bus of Wednesday's service passed at 01:10; Thursday's runs on Friday.
    expect(await shown(gtfsZip())).toEqual([
      '4 Harbor, "Old" Pier 2026-11-26 08:05 B',
      '4 Zoo 2026-11-26 08:20 A',
      'N1 Airport 2026-11-27 01:10 A',
    ])
    const saturday = Date.parse('2026-11-28T06:58:00Z')
    expect(await shown(gtfsZip(), 'Market', 1, saturday)).toEqual([])
    // Runs by exception only, on a Sunday.
    expect(await shown(gtfsZip(), 'Market', 2, saturday)).toEqual(['4 Zoo 2026-11-29 08:20 A'])
  })

  it('finds a stop by id, code, and name, and lists the stops', async () => {
    for (const stop of ['M', ' market ', 'mkt']) expect(await shown(gtfsZip(), stop)).toHaveLength(3)
    expect(await shown(gtfsZip(), 'M2')).toHaveLength(1)
    expect(await refusal(gtfsZip(), '')).toMatch(/such as “Market”/)
    expect(await refusal(gtfsZip(), 'Mark')).toMatch(/Similar ones: “Market”/)
    expect(await refusal(gtfsZip(), 'Moon')).toMatch(/no stop “Moon”. Some stops of this feed: “Market”/)
    // Trips end here, so none departs.
    expect(await shown(gtfsZip(), 'Harbor')).toEqual([])
  })

  it('repeats trips by their headway, and keeps clock time where clocks change', async () => {
    const files = gtfsFiles()
    const every = {
      ...files,
      frequencies: 'trip_id,start_time,end_time,headway_secs\nT1,09:00:00,09:30:00,600\n',
    }
    expect(await shown(gtfsZip(every), 'M2')).toEqual([
      '4 Harbor, "Old" Pier 2026-11-26 09:05 B',
      '4 Harbor, "Old" Pier 2026-11-26 09:15 B',
      '4 Harbor, "Old" Pier 2026-11-26 09:25 B',
    ])
    const daily = files.calendar?.replace('WD,1,1,1,1,1,0,0', 'WD,1,1,1,1,1,1,1') ?? ''
    const spring = Date.parse('2027-03-27T12:00:00Z')
    const { rows } = await read(gtfsZip({ ...files, calendar: daily }), 'M2', 2, spring)
    expect(rows.map((row) => row[8])).toEqual(['2027-03-28T06:05:00.000Z', '2027-03-29T06:05:00.000Z'])
  })

  it('refuses other files, missing tables, and expired timetables, with a message', async () => {
    const files = gtfsFiles()
    const without = (name: string) =>
      gtfsZip(Object.fromEntries(Object.entries(files).filter(([key]) => key !== name)))
    expect(await refusal(Buffer.from('no zip'))).toMatch(/isn't a GTFS feed/)
    expect(await refusal(zipOf([{ name: 'index.html', content: 'page' }]))).toMatch(/isn't a GTFS feed/)
    expect(await refusal(without('stop_times'))).toBe('This GTFS feed lacks stop_times.txt')
    const dateless = Object.fromEntries(Object.entries(files).filter(([key]) => !key.startsWith('calendar')))
    expect(await refusal(gtfsZip(dateless))).toMatch(/lacks calendar.txt and calendar_dates.txt/)
    expect(await refusal(gtfsZip(), 'Market', 1, Date.parse('2030-01-01T00:00:00Z'))).toMatch(
      /ended on 2028-12-31/,
    )
    expect(await refusal(gtfsZip({ ...files, agency: 'agency_timezone\nMoon/Crater\n' }))).toMatch(
      /time zone/,
    )
    expect(await refusal(gtfsZip({ ...files, stop_times: `trip_id,stop_id\n"${'x'.repeat(200_000)}` }))).toBe(
      'stop_times.txt of this feed is damaged',
    )
    const broken = zipOf(
      Object.entries(files).map(([name, content]) => ({
        name: `${name}.txt`,
        content,
        ...(name === 'trips' && { method: 8 }),
      })),
    )
    expect(await refusal(broken)).toBe('trips.txt of this feed is damaged')
  })
})

describe('a GTFS feed from a URL', () => {
  let world: Server
  let answer: { status: number; body: Buffer | 'slow' | 'endless' } = { status: 200, body: gtfsZip() }
  const staged: string[] = []
  let discarded = 0
  const folder = mkdtempSync(path.join(tmpdir(), 'gtfs-'))
  beforeAll(async () => {
    world = createServer(async (_, response) => {
      response.writeHead(answer.status)
      if (answer.body === 'slow') return void response.write('PK')
      if (answer.body !== 'endless') return void response.end(answer.body)
      const piece = Buffer.alloc(2 ** 20)
      while (!response.destroyed) if (!response.write(piece)) await once(response, 'drain').catch(() => {})
    })
    await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    world.closeAllConnections()
    world.close()
    rmSync(folder, { recursive: true })
  })
  const fetched = (stop = 'Market') => {
    const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
    const reading = { kind: 'gtfs', url: `http://${host}/feed.zip`, stop, days: 1 } as const
    return readSource(
      { path: '', sheet: '', timezone: 'Etc/GMT', ...reading },
      {
        organizationId: 'o',
        userId: 'u',
        language: '',
        now: NOW,
        localHosts: [host],
        blobs: {
          stage: async (content, limit) => {
            const file = path.join(folder, `${staged.length}.zip`)
            let size = 0
            const pieces: Buffer[] = []
            for await (const piece of content as AsyncIterable<Buffer>) {
              size += piece.length
              if (size <= limit) pieces.push(piece)
            }
            writeFileSync(file, Buffer.concat(pieces))
            staged.push(file)
            return {
              path: file,
              sha256: '',
              size,
              keep: async () => {},
              discard: async () => {
                discarded++
                rmSync(file)
              },
            }
          },
        },
      },
    )
  }

  it('explains problems of a URL, and leaves no file behind', {
    timeout: 120_000,
  }, async () => {
    answer = { status: 404, body: Buffer.from('nothing') }
    await expect(fetched()).rejects.toThrow('There is nothing at this address')
    answer = { status: 200, body: 'endless' }
    await expect(fetched()).rejects.toThrow('The response is too large')
    answer = { status: 200, body: gtfsZip() }
    await expect(fetched('Moon')).rejects.toMatchObject({ field: 'stop' })
    expect(discarded).toBe(staged.length)
  })
})

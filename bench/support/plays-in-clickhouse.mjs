import { startClickhouse } from '#bench/support/clickhouse.mjs'

/** ClickHouse as the store of plays for the bench of plays: see there for the shape of the data. */
export async function clickhousePlays() {
  const clickhouse = await startClickhouse()
  await clickhouse.query('create database plays')
  const bytesOf = async (tables) =>
    Number(
      await clickhouse.query(
        `select sum(bytes_on_disk) from system.parts where active and database = 'plays' and table in (${tables})`,
      ),
    )
  return {
    env: { CLICKHOUSE_URL: `${clickhouse.url}/plays` },
    cpu: clickhouse.cpu,
    memory: clickhouse.memory,
    stop: clickhouse.stop,
    /** Inserts the same rows as into the database, hour by hour, all screens. */
    async fill({ tenant, count, screens, items, every, hoursADay, first }) {
      const perHour = 3_600_000 / every
      await clickhouse.query(`insert into plays.play_rows (tenant, hour, screen, startedAt, key, item, lasted)
        with intDiv(number, ${screens * perHour}) as h, intDiv(number, ${perHour}) % ${screens} as n,
          ${first / 3_600_000} + intDiv(h, ${hoursADay}) * 24 + h % ${hoursADay} as hour
        select ${tenant}, hour, ${tenant * 100_000} + n,
          hour * 3600000 + number % ${perHour} * ${every} + n % 1000, cityHash64(number) % 140737488355328,
          ${tenant * 1000} + (number + n) % ${items}, ${every}
        from numbers(${count})`)
      await clickhouse.query(`insert into plays.play_marks values ('numbers', 10000000)`)
    },
    /** Bytes per play after all merges, which run in the background otherwise. */
    async bytesAPlay() {
      for (const table of ['play_rows', 'play_hour_rows', 'play_hour_sums'])
        await clickhouse.query(`optimize table plays.${table} final`)
      const count = Number(await clickhouse.query('select count() from plays.play_rows'))
      const play = await bytesOf("'play_rows'")
      return {
        play: play / count,
        all: (play + (await bytesOf("'play_hour_rows', 'play_hour_sums'"))) / count,
      }
    },
    /** Megabytes on disk. */
    size: async () => (await bytesOf("'play_rows', 'play_hour_rows', 'play_hour_sums'")) / 2 ** 20,
  }
}

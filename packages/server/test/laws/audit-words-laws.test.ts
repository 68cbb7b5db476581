import { AUDIT_FORMATS_OF } from '@vitrine/contract/api/operations/audit-values'
import { expect, it } from 'vitest'
import { SUBJECTS } from '#operations/audit/subjects.ts'

/** Columns that people write, and plain numbers: the console shows them as they are. */
const PLAIN =
  /\.(name|firstName|lastName|email|mobile|userAgent|host|domain|issuer|clientId|groupsClaim|groups|number|devicesCount|location|coordinates)$|^(layout|card|part|storyboard|media)\.(width|height)$|^organization\.(primaryColour|accentColour|storageMb|playDays|approvalDays)$|^approval\.note$|^(media|deck)\.(mimetype|duration|captionsLanguage|pages)$|^screen-field\.source$|^source\.(path|sheet|stop|timezone|days|every)$|^conversion\.error$|^storyboard\.(idleSeconds|decisionNote)$|^device-configuration\.(volume|downloadMbit)$|^(takeover)\.(title|text)$|^(unknown-screen\.address|player-update\.version|trigger\.minutes|alert\.minutes|case\.subject)$/

it('the console has words for every value that entries store in the server’s own terms', () => {
  const columns = Object.entries(SUBJECTS).flatMap(([kind, { columns }]) =>
    Object.entries(columns).flatMap(([field, how]) =>
      // Each row of a custom role has two fields.
      (how === 'rows' ? (['levels', 'scope'] as const) : [field]).map(
        (each) => [`${kind}.${each}`, how] as const,
      ),
    ),
  )
  const places = new Set<string>(columns.map(([place]) => place))
  expect(Object.keys(AUDIT_FORMATS_OF).filter((place) => !places.has(place))).toEqual([])
  for (const how of ['flag', 'time'] as const)
    for (const [place] of columns.filter(([, own]) => own === how))
      expect(AUDIT_FORMATS_OF[place], place).toBe(how)
  const unworded = columns.filter(
    ([place, how]) => how === 'text' && !(place in AUDIT_FORMATS_OF) && !PLAIN.test(place),
  )
  expect(unworded).toEqual([])
})

import type { AttachmentEntry, Fields } from '#fields/field.ts'
import type { Values } from '#fields/values.ts'
import { modelMediumPath } from './package-files.ts'

/** What a model needs to know of a medium that it names. */
export interface ModelMedium {
  name: string
  mimetype: string
}

/**
 * The model as a package's page reads it: the saved values, each chosen medium with `url` (relative to the page), `name`
 * and `mimetype` beside its id. Media that are not there are left out.
 */
export function modelForPage(
  fields: Fields,
  values: Values,
  find: (mediaId: string) => ModelMedium | undefined,
): Values {
  const known = (entries: unknown) =>
    (entries as readonly AttachmentEntry[]).flatMap((entry) => {
      const medium = find(entry.mediaId)
      const url = medium && modelMediumPath(entry.mediaId, medium)
      return medium && url ? [{ ...entry, url, name: medium.name, mimetype: medium.mimetype }] : []
    })
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name]
      if (field.type === 'attachment' || field.type === 'media-zone') return [name, known(value)]
      if (field.type === 'group')
        return [name, (value as readonly Values[]).map((item) => modelForPage(field.item, item, find))]
      return [name, value]
    }),
  )
}

import type { Fields } from '#fields/field.ts'
import { replaceIn, type Values } from '#fields/values.ts'
import { modelMediumPath } from './package-files.ts'

/** The fields of a media item that a model needs. */
export interface ModelMedium {
  name: string
  mimetype: string
}

/**
 * The model as a package's page reads it: the saved values, with `url` (relative to the page), `name` and `mimetype`
 * next to the id of each chosen media item. Missing media are dropped.
 */
export function modelForPage(
  fields: Fields,
  values: Values,
  find: (mediaId: string) => ModelMedium | undefined,
): Values {
  const declared = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]))
  return replaceIn(fields, declared, {
    media: (entries) =>
      entries.flatMap((entry) => {
        const medium = find(entry.mediaId)
        const url = medium && modelMediumPath(entry.mediaId, medium)
        return medium && url ? [{ ...entry, url, name: medium.name, mimetype: medium.mimetype }] : []
      }),
  })
}

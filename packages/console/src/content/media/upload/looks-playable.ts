/** Trusts the browser's MIME type; the server inspects the content. */
export const isDeck = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /pdf$|presentationml\.presentation$|opendocument\.presentation$/.test(type) ||
  /\.(pdf|pptx|odp)$/i.test(name)

/** By its name: few systems know the types of fonts. */
export const isFontFile = ({ name }: Pick<File, 'name'>): boolean => /\.(woff2|ttf|otf)$/i.test(name)

/** Trusts the browser's MIME type, which varies for zip files; the server inspects the content. */
export const looksPlayable = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^(image|video|audio)\//.test(type) ||
  /zip/.test(type) ||
  /\.(zip|mkv|mov|avif|heic|heif|hif)$/i.test(name) ||
  isFontFile({ name }) ||
  isDeck({ type, name })

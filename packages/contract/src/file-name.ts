/** Endings of a type's files; the first one is given to a name that has none of them. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/x-matroska': ['mkv'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'font/woff2': ['woff2'],
  'font/ttf': ['ttf'],
  'font/otf': ['otf'],
  'application/zip': ['zip'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
}

/** The name to save a media item under: its own, with the ending of what it really is. */
export function downloadName({ name, mimetype }: { name: string; mimetype: string }): string {
  const endings = ENDINGS[mimetype] ?? []
  const [first] = endings
  if (!first || endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return name
  return `${name}.${first}`
}

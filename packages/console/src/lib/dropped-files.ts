/** Files of a drop, with those in folders; more aren't looked at. */
export const DROPPED_MOST = 200
/** Folders in folders. */
const DEPTH_MOST = 5

export interface Dropped {
  files: readonly File[]
  /** A link or a text that was dragged or pasted; empty for files. */
  text: string
  /** There were more files. */
  isCut: boolean
}

/** What a drop or a paste brings; call it during the event, because its data is gone afterwards. */
export async function readTransfer(data: DataTransfer): Promise<Dropped> {
  const text = data.getData('text/uri-list').split('\n')[0]?.trim() || data.getData('text/plain').trim()
  const plain = [...data.files]
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory))
    return { files: plain.slice(0, DROPPED_MOST), text, isCut: plain.length > DROPPED_MOST }
  const files: File[] = []
  for (const entry of entries) await walk(entry, files, DEPTH_MOST)
  return { files: files.slice(0, DROPPED_MOST), text: '', isCut: files.length > DROPPED_MOST }
}

/** Adds the files of a folder, without those that systems hide. */
async function walk(entry: FileSystemEntry, files: File[], depth: number): Promise<void> {
  if (files.length > DROPPED_MOST || entry.name.startsWith('.')) return
  if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry))
  if (!entry.isDirectory || depth === 0) return
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    for (const one of some) await walk(one, files, depth - 1)
    if (some.length === 0 || files.length > DROPPED_MOST) return
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Object URLs of stored files. Their bytes stay on disk and are read during playback. */
export function createBlobUrls() {
  const files = new Map<string, { url: string; size: number }>()
  const forget = (sha256: string) => {
    const file = files.get(sha256)
    if (file) URL.revokeObjectURL(file.url)
    files.delete(sha256)
  }
  return {
    keep(sha256: string, file: Blob) {
      forget(sha256)
      files.set(sha256, { url: URL.createObjectURL(file), size: file.size })
    },
    forget,
    clear: () => [...files.keys()].forEach(forget),
    sizes: () => new Map([...files].map(([sha256, { size }]) => [sha256, size])),
    of: (sha256: string) => files.get(sha256)?.url,
  }
}

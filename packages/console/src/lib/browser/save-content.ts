/** Saves bytes as a file. */
export function saveContent(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has started by then; revoking immediately would cut it off.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

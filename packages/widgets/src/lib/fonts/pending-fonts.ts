let pending = 0

/** Whether rules of fonts are loading: until then, the browser doesn't know that it lacks a file. */
export const isLoadingFonts = (): boolean => pending > 0

export async function noteLoading(work: () => Promise<void>): Promise<void> {
  pending += 1
  await work().finally(() => {
    pending -= 1
  })
}

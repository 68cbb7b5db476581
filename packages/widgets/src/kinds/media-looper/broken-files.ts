/** Seconds for which a broken file is skipped, the first time and later. */
const LEFT_OUT = [5, 60] as const

/** Failed files: each is skipped for a while, then retried. Times are seconds of a monotonic clock. */
export class BrokenFiles {
  private readonly files = new Map<string, { failures: number; until: number }>()

  fail(url: string, now: number) {
    const failures = (this.files.get(url)?.failures ?? 0) + 1
    this.files.set(url, { failures, until: now + LEFT_OUT[failures === 1 ? 0 : 1] })
  }

  isOut(url: string, now: number): boolean {
    return now < (this.files.get(url)?.until ?? Number.NEGATIVE_INFINITY)
  }
}

/** Tests passed and failed in Vitest's JSON report. A file that could not even be loaded is one failure. */
export function countVitest(report) {
  if (!report) return { counted: true, passed: 0, failed: 0 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return { counted: true, passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Tests passed and failed in Playwright's JSON report. One that passed only when repeated has failed. */
export function countPlaywright(report) {
  if (!report) return { counted: true, passed: 0, failed: 0 }
  const { expected, unexpected, flaky } = report.stats
  return { counted: true, passed: expected, failed: unexpected + flaky }
}

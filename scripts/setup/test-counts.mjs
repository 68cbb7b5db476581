import { stripVTControlCharacters } from 'node:util'

const NOTHING = { counted: true, passed: 0, failed: 0, failures: [] }

/** What Vitest prints of errors that no test caught; its JSON report leaves them out. */
const UNHANDLED = /⎯ (Unhandled Rejection|Unhandled Error|Uncaught Exception) ⎯+\n([^⎯]*)/g

/**
 * Passed and failed tests in Vitest's JSON report. `failures` name each test that failed, with its error. A file
 * that couldn't be loaded counts as one failure, and so does an error in `output` that no test caught.
 */
export function countVitest(report, output = '') {
  if (!report) return NOTHING
  const failureOf = ({ fullName, failureMessages }) => ({ title: fullName, said: failureMessages[0] ?? '' })
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ title: name, said: message ?? '' }]
    return failed.map(failureOf)
  })
  for (const [, kind, said] of stripVTControlCharacters(output).matchAll(UNHANDLED))
    failures.push({ title: kind, said: said.trim() })
  return {
    counted: true,
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
  }
}

/**
 * Passed and failed tests in Playwright's JSON report. `failures` name each test that failed, with its error.
 */
export function countPlaywright(report) {
  if (!report) return NOTHING
  const tests = report.suites.flatMap(testsOf)
  const failures = tests.filter(({ status }) => status === 'unexpected')
  return {
    counted: true,
    passed: report.stats.expected,
    failed: failures.length,
    failures,
  }
}

function testsOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      title: `${file}: ${title}`,
      said: results.find(({ error }) => error)?.error.message ?? '',
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

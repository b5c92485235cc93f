/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Count */

/** @returns {Count} */
export const emptyCount = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/** Counts a failure that is not a failed test. @param {string} what @returns {Count} */
export const failure = (what) => ({ passed: 0, failed: 1, skipped: 0, failures: [what] })

/** @param {Count[]} counts @returns {Count} */
export function sum(counts) {
  const all = emptyCount()
  for (const { passed, failed, skipped, failures } of counts) {
    all.passed += passed
    all.failed += failed
    all.skipped += skipped
    all.failures.push(...failures)
  }
  return all
}

/** The summary line of a run. @param {Count} count */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts vitest's JSON report.
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { fullName: string, status: string }[] }[] }} report
 * @returns {Count}
 */
export function countVitest(report) {
  const count = emptyCount()
  for (const file of report.testResults) {
    let fileFailed = 0
    for (const { fullName, status } of file.assertionResults) {
      if (status === 'passed') count.passed++
      else if (status === 'failed') {
        fileFailed++
        count.failures.push(`${file.name}: ${fullName.trim()}`)
      } else count.skipped++
    }
    // a file that can't be loaded, or whose beforeAll failed, has no failed test of its own
    if (file.status === 'failed' && fileFailed === 0) {
      fileFailed = 1
      count.failures.push(`${file.name}: ${(file.message ?? 'failed as a whole').split('\n')[0]}`)
    }
    count.failed += fileFailed
  }
  return count
}

/**
 * @typedef {{ title: string, file?: string, suites?: PlaywrightSuite[], specs?: { title: string, file: string, line: number,
 *   tests: { projectName: string, status: string }[] }[] }} PlaywrightSuite
 */

/**
 * Counts Playwright's JSON report; a test that passed at a retry has passed.
 * @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report
 * @returns {Count}
 */
export function countPlaywright(report) {
  const count = emptyCount()
  for (const error of report.errors ?? []) {
    count.failed++
    count.failures.push((error.message ?? 'an error outside of any test').split('\n')[0] ?? '')
  }
  /** @param {PlaywrightSuite} suite @param {string} path */
  const walk = (suite, path) => {
    const inner = suite.title === suite.file ? path : `${path} ${suite.title}`
    for (const spec of suite.specs ?? []) {
      for (const { projectName, status } of spec.tests) {
        if (status === 'expected' || status === 'flaky') count.passed++
        else if (status === 'skipped') count.skipped++
        else {
          count.failed++
          count.failures.push(`${spec.file}:${spec.line}:${inner} ${spec.title} [${projectName}]`)
        }
      }
    }
    for (const child of suite.suites ?? []) walk(child, inner)
  }
  for (const suite of report.suites) walk(suite, '')
  return count
}

/**
 * Combines a test runner's report with its exit code: a runner that fails, or runs no test, never counts as passed.
 * @param {string} runner
 * @param {number} code
 * @param {Count | null} count null when there is no report
 * @returns {Count}
 */
export function judge(runner, code, count) {
  if (!count) return failure(`${runner} broke off without a report (exit code ${code})`)
  if (count.passed + count.failed === 0) return sum([count, failure(`${runner} ran no test`)])
  if (code !== 0 && count.failed === 0)
    return sum([count, failure(`${runner} failed outside of its tests (exit code ${code})`)])
  return count
}

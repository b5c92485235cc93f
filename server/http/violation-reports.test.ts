import { expect, test } from 'vitest'
import { startServer } from '#test/server.ts'
import { maxViolations, violationPath } from './violation-reports.ts'

const violation = (at: number) => ({
  type: 'csp-violation',
  age: 5,
  url: 'https://wardstock.example/crm/dashboard',
  user_agent: 'a browser',
  body: {
    documentURL: `https://wardstock.example/page-${at}?code=secret#part`,
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/a.js?token=secret',
    disposition: 'enforce',
    statusCode: 200,
  },
})

test('pages declare the CSP report endpoint; reports are logged without query strings, up to a limit per minute', async () => {
  const server = await startServer()
  const page = await fetch(`${server.url}/api/products`)
  expect(page.headers.get('content-security-policy')).toContain('; report-to csp')
  expect(page.headers.get('reporting-endpoints')).toBe(`csp="${violationPath}"`)
  const report = (body: string, type = 'application/reports+json') =>
    fetch(server.url + violationPath, { method: 'POST', headers: { 'content-type': type }, body })
  const reportedLines = () => server.logs.filter((line) => line.includes('its policy forbids'))

  expect((await report(JSON.stringify([violation(0)]))).status).toBe(204)
  expect(reportedLines()).toHaveLength(1)
  expect(JSON.parse(reportedLines()[0] ?? '')).toMatchObject({
    level: 40,
    page: 'https://wardstock.example/page-0',
    effectiveDirective: 'script-src-elem',
    blocked: 'https://evil.example/a.js',
  })
  for (const nonsense of ['', '{', 'null', '[1]', '[{"type":"deprecation"}]', JSON.stringify(violation(1))]) {
    expect((await report(nonsense)).status).toBe(204)
  }
  expect(reportedLines()).toHaveLength(1)
  expect((await report(JSON.stringify(['x'.repeat(20_000)]))).status).toBe(413)
  expect((await report('[]', 'text/plain')).status).toBe(415)

  for (let round = 0; round < 3; round += 1) {
    const many = Array.from({ length: 40 }, (_, at) => violation(at))
    expect((await report(JSON.stringify(many))).status).toBe(204)
  }
  // A new minute may begin in between.
  expect(reportedLines().length).toBeGreaterThanOrEqual(maxViolations)
  expect(reportedLines().length).toBeLessThanOrEqual(2 * maxViolations)
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

/* Headers and content of the app as it is served from a build. */

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(self), microphone=()',
}

test('every built file has the security headers, is cached as immutable only under a hashed name, and has no source map (W11, W16)', async ({
  app,
}) => {
  const folder = new URL('../../dist/web/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    // The build stamp is not served.
    // Compressed copies are served under the names of their originals.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(folder.pathname, '/').replaceAll('//', '/'))
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const answer = await fetch(app.baseURL + file, { headers: { 'accept-encoding': 'gzip, br' } })
    await answer.arrayBuffer()
    const wrong = Object.entries(everywhere).filter(([name, value]) => answer.headers.get(name) !== value)
    expect([file, answer.status, wrong, answer.headers.get('access-control-allow-origin')]).toEqual([
      file,
      200,
      [],
      null,
    ])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('vary')).toContain('Sec-Fetch-Site')
    if (existsSync(new URL(`.${file}.br`, folder))) {
      expect([file, answer.headers.get('content-encoding')]).toEqual([file, 'br'])
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    }
    const cached = file === '/index.html' ? 'no-' : /^\/(\w+\/)?assets\//.test(file) ? 'immutable' : 'no-cache'
    expect([file, answer.headers.get('cache-control')]).toEqual([file, expect.stringContaining(cached)])
    expect(file).not.toMatch(/\.map$/)
    if (/\.(js|css)$/.test(file))
      expect(readFileSync(new URL(`.${file}`, folder), 'utf8')).not.toContain('sourceMappingURL')
  }
})

test('pages have no inline script, a CSP that requires trusted types, and a new nonce per response (W4, W11)', async ({
  app,
}) => {
  const pages = await Promise.all([1, 2].map(() => fetch(`${app.baseURL}/crm/dashboard`)))
  // Outdated pages send this request to check that the server is reachable before they reload.
  expect((await fetch(app.baseURL, { method: 'HEAD' })).status).toBe(200)
  const policies = pages.map(({ headers }) => headers.get('content-security-policy') ?? '')
  for (const policy of policies) {
    for (const part of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part)
  }
  expect(policies[0]).not.toBe(policies[1])
  expect(await pages[0]?.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+=|javascript:/i)
})

test('the browser blocks text used as HTML or script, and foreign script URLs, but not the app’s own script URL (W4)', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole.push(/TrustedHTML|TrustedScript|CSP violation: require-trusted-types-for/)
  await app.signIn(page, 'staff')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const tried = await page.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const element = document.createElement('div')
    const script = document.createElement('script')
    return [
      attempt(() => (element.innerHTML = '<img src=x onerror=alert(1)>')),
      attempt(() => element.insertAdjacentHTML('beforeend', '<b>x</b>')),
      attempt(() => document.write('<b>x</b>')),
      attempt(() => (script.text = 'alert(1)')),
      attempt(() => (script.src = 'https://evil.example/x.js')),
      attempt(() => new Worker('https://evil.example/x.js')),
      attempt(() => (script.src = '/first-paint.js')),
    ]
  })
  expect(tried).toEqual([...Array(6).fill('TypeError'), 'done'])
})

import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0
/** Records traces and screenshots of failing tests; this makes passing tests a fifth slower, too. */
const isTraced = Boolean(process.env['TRACE'])

/** Long test files, which start first: if they started last, one worker would still run them while the others are idle. */
const longFiles = ['layout/widths', 'tutorial-controls', 'tutorials', 'usability/by-keyboard'].map(
  (name) => `**/${name}.e2e.ts`,
)

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'long', testMatch: longFiles },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: longFiles },
  ],
  outputDir: 'test-results',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: false,
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? 'line' : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    trace: isTraced ? 'retain-on-failure' : 'off',
    screenshot: isTraced ? 'only-on-failure' : 'off',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Fewer processes, and less communication between them.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Tests need the layout but no pixels, so pages are not painted. A screenshot would never finish.
        ...(isTraced ? [] : ['--blink-settings=acceleratedCompositingEnabled=false']),
        // For tests over plain http: localhost counts as secure.
        '--host-resolver-rules=MAP *.test 127.0.0.1',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No spare processes for pages that no test opens.
        '--disable-features=SpareRendererForSitePerProcess',
        // A test's page doesn't live long enough for optimized code to pay off, and the other cores run tests of their own. Its
        // garbage goes with the page: with 16 MB for new objects, it is rarely collected before.
        '--js-flags=--no-opt,--no-maglev,--single-threaded-gc,--min-semi-space-size=16,--max-semi-space-size=64',
      ],
    },
  },
})

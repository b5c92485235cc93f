import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0
/** To see what a test that fails saw: it takes a fifth longer where it passes, too. */
const isTraced = Boolean(process.env['TRACE'])

/** Begun first: begun last, they would keep one worker busy while the others are done. */
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
        // Fewer processes to hand messages to.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Nothing looks at the pixels: a page is laid out, and not drawn. A picture of one never comes.
        ...(isTraced ? [] : ['--blink-settings=acceleratedCompositingEnabled=false']),
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Processes made ready for pages that no test opens.
        '--disable-features=SpareRendererForSitePerProcess',
        // A page of a test lives too short for code that is optimised to pay; other threads have tests of their own to run. What a
        // page makes is thrown away with it: with room for 16 MB it is seldom collected before.
        '--js-flags=--no-opt,--no-maglev,--single-threaded-gc,--min-semi-space-size=16,--max-semi-space-size=64',
      ],
    },
  },
})

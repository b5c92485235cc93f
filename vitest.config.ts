import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['web/**/*.test.ts', 'shared/**/*.test.ts', 'server/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/bench/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // The program is loaded once a process, not once a file.
    isolate: false,
    maxWorkers: 3,
    testTimeout: 120_000,
    // The demo company is loaded by whichever file asks first.
    hookTimeout: 300_000,
  },
})

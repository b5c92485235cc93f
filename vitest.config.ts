import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['web/**/*.test.ts', 'shared/**/*.test.ts', 'server/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/bench/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

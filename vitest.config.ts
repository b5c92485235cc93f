import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that start first, in this order. The first one loads the demo company, which others need; most of the rest wait for
 * other processes: if they started last, one worker would still run them while the others are idle.
 */
const firstFiles = [
  'server/demo/company.test.ts',
  'server/jobs/two-processes.test.ts',
  'test/server/database-loss.test.ts',
  'test/server/interrupted-demo.test.ts',
  'test/server/backup-commands.test.ts',
  'test/server/write-faults.test.ts',
  'test/server/fuzz.test.ts',
  'test/access.test.ts',
]

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = firstFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
      return place < 0 ? firstFiles.length : place
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- not the sort of an array
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    include: ['web/**/*.test.ts', 'shared/**/*.test.ts', 'server/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/bench/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // Load the program once per process, not once per test file.
    isolate: false,
    // Large semi-spaces for the garbage of tests, so that it is rarely collected.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 120_000,
    // The first test file that needs the demo company loads it.
    hookTimeout: 300_000,
  },
})

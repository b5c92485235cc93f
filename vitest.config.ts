import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The first to begin, in this order. The first loads the demo company, for which others would wait; most of the rest wait for
 * other processes: begun last, they would keep one worker busy while the others are done.
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
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's
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
    // The program is loaded once a process, not once a file.
    isolate: false,
    // Room for what a test makes and throws away, so that it is seldom collected.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 120_000,
    // The demo company is loaded by whichever file asks first.
    hookTimeout: 300_000,
  },
})

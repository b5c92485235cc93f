import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes of waiting for other processes: begun last, they would keep one worker busy while the others are done. */
const longFiles = [
  'server/jobs/two-processes.test.ts',
  'test/server/backup-commands.test.ts',
  'test/server/interrupted-demo.test.ts',
  'test/server/database-loss.test.ts',
  'test/server/write-faults.test.ts',
  'test/access.test.ts',
]

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(file))
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
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
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 120_000,
    // The demo company is loaded by whichever file asks first.
    hookTimeout: 300_000,
  },
})

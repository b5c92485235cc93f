import fc from 'fast-check'
import { afterAll } from 'vitest'
import { endFile } from './after-file.ts'

// Runs before each test file (setupFiles in vitest.config.ts).
afterAll(endFile, 120_000)
// Otherwise fast-check creates arrays with maxLength 300 of at most ten elements.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })

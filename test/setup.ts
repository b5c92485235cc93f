import fc from 'fast-check'
import { afterAll } from 'vitest'
import { endFile } from './after-file.ts'

// Before each test file (vitest.config.ts).
afterAll(endFile, 120_000)
// Else a list of at most 300 has ten at most.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })

import { afterAll } from 'vitest'
import { endFile } from './after-file.ts'

// Before each test file (vitest.config.ts).
afterAll(endFile, 120_000)

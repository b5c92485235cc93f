import { join } from 'node:path'
import { buildWeb } from './web-build.mjs'

// The web app alone, with the Node that runs this: for the image.
process.exitCode = (await buildWeb(join(import.meta.dirname, '..'), process.execPath)) ? 0 : 1

import { join } from 'node:path'
import { buildServer, buildWeb } from './builds.mjs'

// The web app and the server, with the Node that runs this: for the image.
const root = join(import.meta.dirname, '..')
process.exitCode = (await buildWeb(root, process.execPath)) && (await buildServer(root, process.execPath)) ? 0 : 1

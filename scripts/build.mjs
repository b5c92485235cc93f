import { join } from 'node:path'
import { buildServer, buildWeb } from './builds.mjs'

// Builds the web app and the server with the Node that runs this script, for the Docker image.
const root = join(import.meta.dirname, '..')
process.exitCode = (await buildWeb(root, process.execPath)) && (await buildServer(root, process.execPath)) ? 0 : 1

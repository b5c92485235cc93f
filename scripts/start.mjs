import { join } from 'node:path'
import { buildServer, buildWeb, serverProgram } from './builds.mjs'
import { runChildren } from './children.mjs'
import { install } from './install.mjs'
import { chooseNode, compileCache, memoryEnv, memoryFlags, noNode } from './runtime.mjs'

// npm start: installs, builds and runs Wardstock, also in a fresh clone; it needs only git, npm and Node 20.
const root = join(import.meta.dirname, '..')

process.exitCode = await start()

async function start() {
  if (!(await install(root))) return 1
  const node = chooseNode(root)
  if (!node) {
    console.error(noNode)
    return 1
  }
  if (!(await buildWeb(root, node)) || !(await buildServer(root, node))) return 1
  return runChildren(
    [
      {
        command: node,
        args: [...memoryFlags, join(root, serverProgram), ...process.argv.slice(2)],
        env: { ...memoryEnv, ...compileCache(root) },
      },
    ],
    root,
  )
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { chooseNode, noNode } from './runtime.mjs'

// npm run backup, restore, verify, import, admin: runs a file of server/ in its own process, with a suitable Node. It installs the
// packages first if there are none, as a restore is often the first command in a fresh clone.
const root = join(import.meta.dirname, '..')
const [name = '', ...args] = process.argv.slice(2)

process.exitCode = await run()

async function run() {
  if (!existsSync(join(root, 'node_modules')) && !(await install(root))) return 1
  const node = chooseNode(root)
  if (!node) {
    console.error(noNode)
    return 1
  }
  const child = spawn(node, [join(root, 'server', `${name}.ts`), ...args], { stdio: 'inherit' })
  // Ctrl+C in the terminal reaches both processes, so it isn't forwarded; a SIGTERM reaches only this one and is.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}

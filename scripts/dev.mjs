import { join } from 'node:path'
import { runChildren } from './children.mjs'
import { install } from './install.mjs'
import { chooseNode, noNode } from './runtime.mjs'

// npm run dev: runs the server, restarted at each change, and the web app with hot reload on port 5173.
const root = join(import.meta.dirname, '..')

process.exitCode = await develop()

async function develop() {
  if (!(await install(root))) return 1
  const node = chooseNode(root)
  if (!node) {
    console.error(noNode)
    return 1
  }
  const server = ['--watch', '--watch-preserve-output', join(root, 'server/main.ts'), ...process.argv.slice(2)]
  const web = [join(root, 'node_modules/vite/bin/vite.js'), '--port', '5173', '--strictPort']
  const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
  return runChildren(
    [
      { command: node, args: server },
      { command: node, args: web, env: { API_URL: api } },
    ],
    root,
  )
}

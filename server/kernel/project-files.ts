import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder with package.json above this module, which runs from its source or bundled in dist/server. */
const root = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error(`No package.json above ${import.meta.dirname}`)
  return rootAbove(above)
}

/** The absolute path of a file of the project. `path`: from its root, e.g. `dist/web`. */
export const projectFile = (path: string): string => join(root, path)

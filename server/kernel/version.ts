import { readFileSync } from 'node:fs'
import { projectFile } from './project-files.ts'

/** The version of Wardstock from package.json. */
export function packageVersion(): string {
  const text = readFileSync(projectFile('package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key of what the database holds sealed: the one of the environment, else one that is made at the first start and kept in
 * the data folder, readable by its owner alone.
 */
export function readSecretKey({ SECRET_KEY, DATA_DIR }: { SECRET_KEY?: string | undefined; DATA_DIR: string }): string {
  if (SECRET_KEY) return SECRET_KEY
  const file = join(DATA_DIR, 'secret.key')
  mkdirSync(DATA_DIR, { recursive: true })
  if (!existsSync(file)) makeKey(file)
  chmodSync(file, 0o600)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new Error(`${file} holds no key. Put the right one there, or set SECRET_KEY.`)
  return key
}

/** Whole or not at all; of processes that start at once, one makes it and all read it. */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

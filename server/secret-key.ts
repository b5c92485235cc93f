import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key that encrypts secrets in the database: SECRET_KEY, else a key that is generated at the first start and stored in the
 * data folder, readable only by its owner.
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

/** Writes the key atomically; of several processes that start together, one creates it and all read it. */
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

import { Refusal } from '#shared/http/refusal.ts'

/** A row with its sort key as text. */
export interface Keyed {
  id: string
  sort_key: string
}

/** The cursor after the last row of a page: its sort key and id. */
export function writeCursor(row: Keyed): string {
  return Buffer.from(JSON.stringify([row.sort_key, row.id])).toString('base64url')
}

/** Decodes a cursor. Throws INVALID if it is malformed. */
export function readCursor(cursor: string): { key: string; id: string } {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (typeof key === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return { key, id }
  } catch {
    // refused below
  }
  throw new Refusal('INVALID', 'cursor: is not valid', { fields: { cursor: 'is not valid' } })
}

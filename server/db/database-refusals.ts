import { Refusal, type RefusalCode } from '#shared/http/refusal.ts'

interface Failure {
  code?: string
  message?: string
  constraint?: string
  syscall?: string
}

/** The refusal for a SQLSTATE of PostgreSQL, or for its class (the first two characters). */
const answers: Record<string, RefusalCode> = {
  '08': 'DATABASE_DOWN',
  // No connection possible: wrong password, no such database, starting up, shutting down.
  '28': 'DATABASE_DOWN',
  '3D000': 'DATABASE_DOWN',
  '57P01': 'DATABASE_DOWN',
  '57P02': 'DATABASE_DOWN',
  '57P03': 'DATABASE_DOWN',
  '57P04': 'DATABASE_DOWN',
  // An I/O error on the database server's disk.
  '58': 'DATABASE_DOWN',
  // Out of memory, connections or time: the database is up, but overloaded.
  '53': 'SERVER_BUSY',
  '57014': 'SERVER_BUSY',
  '57P05': 'SERVER_BUSY',
  '25P03': 'SERVER_BUSY',
  '25P04': 'SERVER_BUSY',
  '53100': 'DISK_FULL',
  '25006': 'DATABASE_READ_ONLY',
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// Messages of the driver (pg) for a lost connection, in any of its states.
const brokenOff =
  /Connection terminated|connection error and is not queryable|closed and is not queryable|^timeout expired$|^Query read timeout$|after calling end on the pool|driver has already been destroyed/

// A number that PostgreSQL can represent but JavaScript can't represent exactly (value-parsers.ts, shared/money.ts).
const tooLarge = / is past what a number holds$/

/** The SQLSTATE that our own triggers raise, with a message for users: migration 0136. */
const stockTooDear = 'WS104'

/** Maps a database error to the refusal for the client; null if it is a bug of ours. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code = '', message = '', constraint, syscall } = error as Failure
  if (code === '55P03' || code === '40001' || code === '40P01')
    return new Refusal('REQUEST_IN_PROGRESS', 'Someone else is changing the same record. Try again.')
  if (code === '23505') return new Refusal('ALREADY_EXISTS', undefined, { details: { constraint } })
  if (code === '23503') return new Refusal('IN_USE')
  if (code === '22021' || code === '22P02' || code === '22P05')
    return new Refusal('INVALID', 'The text contains invalid characters.')
  if (code === '22007' || code === '22008') return new Refusal('INVALID', 'A date is beyond the calendar.')
  if (code === stockTooDear) return new Refusal('LIMIT_REACHED', message)
  if (code === '22003' || tooLarge.test(message))
    return new Refusal('INVALID', 'A number or a calculated total is too large.')
  if (code === '23514' && constraint?.startsWith('stock_balance')) return new Refusal('INSUFFICIENT_STOCK')
  const answer = /^[0-9A-Z]{5}$/.test(code) ? (answers[code] ?? answers[code.slice(0, 2)]) : undefined
  if (answer) return new Refusal(answer)
  // The connection pool was exhausted for the whole queue timeout.
  if (/^timeout exceeded when trying to connect$/.test(message)) return new Refusal('SERVER_BUSY')
  // When connecting, ENOENT and EACCES mean that PostgreSQL's Unix socket is missing; elsewhere a missing file is a bug of ours.
  const isGone = (code === 'ENOENT' || code === 'EACCES') && syscall === 'connect'
  if (isGone || unreachable.has(code) || brokenOff.test(message)) return new Refusal('DATABASE_DOWN')
  return null
}

/** Whether a later retry makes sense: the database is down or overloaded. */
export function isDatabaseAway(error: unknown): boolean {
  const code = refusalOf(error)?.code
  return code === 'DATABASE_DOWN' || code === 'SERVER_BUSY'
}

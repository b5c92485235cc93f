import { Refusal, type RefusalCode } from '#shared/http/refusal.ts'

interface Failure {
  code?: string
  message?: string
  constraint?: string
  syscall?: string
}

/** PostgreSQL's own words by their code, or the class of codes (its first two characters). */
const answers: Record<string, RefusalCode> = {
  '08': 'DATABASE_DOWN',
  // Nobody is let in: another password, another database, starting up, shutting down.
  '28': 'DATABASE_DOWN',
  '3D000': 'DATABASE_DOWN',
  '57P01': 'DATABASE_DOWN',
  '57P02': 'DATABASE_DOWN',
  '57P03': 'DATABASE_DOWN',
  '57P04': 'DATABASE_DOWN',
  // Its disk can't be read or written.
  '58': 'DATABASE_DOWN',
  // Out of memory, connections or time: it lives, and has too much to do.
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

// What the driver says of a connection that broke, at whatever moment of its life.
const brokenOff =
  /Connection terminated|connection error and is not queryable|closed and is not queryable|^timeout expired$|^Query read timeout$|after calling end on the pool|driver has already been destroyed/

// A sum or a product that PostgreSQL can hold, and we can't (value-parsers.ts, shared/money.ts).
const tooLarge = / is past what a number holds$/

/** What our own triggers raise, with words for users: migration 0136. */
const stockTooDear = 'WS104'

/** What an error of the database means to a caller; null for one that is our own fault. */
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
    return new Refusal('INVALID', 'A number, or what numbers come to, is too large.')
  if (code === '23514' && constraint?.startsWith('stock_balance')) return new Refusal('INSUFFICIENT_STOCK')
  const answer = /^[0-9A-Z]{5}$/.test(code) ? (answers[code] ?? answers[code.slice(0, 2)]) : undefined
  if (answer) return new Refusal(answer)
  // All connections were at work for as long as anybody waits.
  if (/^timeout exceeded when trying to connect$/.test(message)) return new Refusal('SERVER_BUSY')
  // Without its socket there is no file to connect to; elsewhere a missing file is our own fault.
  const isGone = (code === 'ENOENT' || code === 'EACCES') && syscall === 'connect'
  if (isGone || unreachable.has(code) || brokenOff.test(message)) return new Refusal('DATABASE_DOWN')
  return null
}

/** Whether trying again later makes sense: it doesn't answer, or has no time. */
export function isDatabaseAway(error: unknown): boolean {
  const code = refusalOf(error)?.code
  return code === 'DATABASE_DOWN' || code === 'SERVER_BUSY'
}

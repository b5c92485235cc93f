import { z } from 'zod'

/* Schemas that many contracts share. Text is normalised (NFC), trimmed and stripped of invisible characters. */

/** Texts of up to this length are single-line: a line break in a name would end up in a mail header, too. */
const maxLineLength = 300

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
// oxlint-disable-next-line no-control-regex -- PostgreSQL stores neither NUL nor half a character
const unstorable = /[\u0000\uD800-\uDFFF]/gu
const storableOnly = [(value: string) => value.search(unstorable) < 0, 'contains invalid characters'] as const

/** Makes a JSON value storable: characters that PostgreSQL can't store become \uFFFD. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storableText(key), storable(one)]))
}
export const storableText = (value: string) => value.replace(unstorable, '\uFFFD')

/** Text of at most `max` characters (code points), one line up to 300; empty is refused unless `min` is 0. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .transform((value) => seen(value, max <= maxLineLength))
    .pipe(
      z
        .string()
        .min(min, 'is required')
        .refine((value) => value.length <= max || [...value].length <= max, `may have at most ${max} characters`)
        .refine(...storableOnly),
    )

/** Text that is stored unchanged. */
export const rawText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(...storableOnly)

function seen(value: string, isOneLine: boolean): string {
  const plain = value.normalize('NFC').replace(unseen, '').replace(/\r\n?/g, '\n')
  return (isOneLine ? plain.replace(/[\n\t\u2028\u2029]+/g, ' ') : plain).trim()
}

/** Optional text: an empty string becomes null. */
export const optionalText = (max: number) =>
  text(max, 0)
    .nullish()
    .transform((value) => value || null)

export const Id = z.uuid('is not an id')
export const Email = z
  .string()
  .trim()
  .max(254, 'is too long')
  .transform((value) => value.normalize('NFKC'))
  .pipe(z.email('is not an email address'))
/** Nothing in trade is older, and year 0 is no year at all. */
const earliest = '1900-01-01'
const isOfOurTime = [(value: string) => value >= earliest, 'must not be before 1900'] as const
/** A YYYY-MM-DD date that exists in the calendar, from 1900 to 9999. */
export const DateOnly = z.iso
  .date({ error: ({ input }) => (input === '' ? 'is required' : 'is not a date (YYYY-MM-DD)'), abort: true })
  .refine(...isOfOurTime)
/** A timestamp sent by a device, RFC 3339. */
export const Moment = (options: { offset: boolean }) =>
  z.iso.datetime({ ...options, error: 'is not a moment (RFC 3339)' }).refine(...isOfOurTime)
/** RFC 3339 UTC. */
export const Timestamp = z.string()
export const Version = z.number().int()
export const byId = z.strictObject({ id: Id })

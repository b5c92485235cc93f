import { z } from 'zod'

/* Shapes that many contracts use; text is trimmed, normalised and free of control and bidirectional characters. */

// oxlint-disable-next-line no-control-regex -- they are what is refused
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u
const loneSurrogate = /[\uD800-\uDFFF]/u

/** Text of one or more lines, at most `max` code points; empty is refused unless `min` is 0. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(min, 'is required')
        .max(max, `may have at most ${max} characters`)
        .refine((value) => !forbidden.test(value) && !loneSurrogate.test(value), 'has characters that cannot be kept'),
    )

/** Optional text: an empty string is read as none. */
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
  .pipe(z.email('is not an e-mail address'))
/** YYYY-MM-DD that exists in the calendar. */
export const DateOnly = z.iso.date('is not a date (YYYY-MM-DD)')
/** RFC 3339 UTC. */
export const Timestamp = z.string()
export const Version = z.number().int()
export const byId = z.strictObject({ id: Id })

import { z } from 'zod'
import { Permissions, roles } from '#shared/access/roles.ts'
import { Email, Id, optionalText, text } from '#shared/fields.ts'
import { whyWeak } from '#shared/identity/login/weak-passwords.ts'

/** The logged-in user, for the browser. */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  phone: z.string().nullable(),
  permissions: Permissions,
  deviceId: z.string().nullable(),
  suspended: z.boolean(),
})
export type User = z.infer<typeof User>

/** Long enough to resist guessing, short enough to hash (length in code points), and not a common one. */
export const Password = z
  .string()
  .transform((value) => value.normalize('NFKC'))
  .pipe(
    z
      .string()
      .refine((value) => [...value].length >= 10, 'must have at least 10 characters')
      .refine((value) => [...value].length <= 256, 'may have at most 256 characters')
      .refine((value) => !value.includes('\u0000'), 'contains invalid characters')
      .refine((value) => whyWeak(value) === null, 'is one of the most common passwords'),
  )

/** A password typed to log in: only its length is limited, so that old ones still work. */
export const TypedPassword = z
  .string()
  .transform((value) => value.normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(1, 'is required')
      .refine((value) => [...value].length <= 256, 'may have at most 256 characters'),
  )

export const PersonName = text(120)
export const Phone = optionalText(40)
export { Email }

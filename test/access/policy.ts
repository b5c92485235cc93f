import type { Right } from '#shared/http/route.ts'

/**
 * Who may call what, written by hand and apart from the code: test/access.test.ts holds the server to it.
 * `everybody` · `signed-in` · `staff` (all but customers) · `administrators` · `customers` · `portal` (customers, and who of the
 * office may see customers) · one right or several of which one suffices · `all`: each of these.
 */
export type Policy =
  | 'everybody'
  | 'signed-in'
  | 'staff'
  | 'administrators'
  | 'customers'
  | 'portal'
  | Right
  | readonly Right[]
  | { readonly all: readonly Policy[] }

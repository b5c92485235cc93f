import type { Right } from '#shared/http/route.ts'

/**
 * The permission that each route requires, written by hand, separately from the code; test/access.test.ts compares the
 * server with it. `everybody` · `signed-in` · `staff` (all but customers) · `administrators` · `customers` · `portal`
 * (customers, and office users who may view customers) · one permission, or several of which one is enough · `all`:
 * each of these.
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

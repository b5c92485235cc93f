import { sql } from 'kysely'

/** Increments the version of a record in an update: `set({ name, version: nextVersion })`. */
export const nextVersion = sql<number>`version + 1`

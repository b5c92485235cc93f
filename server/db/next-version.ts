import { sql } from 'kysely'

/** What a record's version becomes when it is changed: `set({ name, version: nextVersion })`. */
export const nextVersion = sql<number>`version + 1`

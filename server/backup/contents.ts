import { z } from 'zod'

/** The first entry of a backup: its contents, and the version that can read it. */
export const BackupHead = z.object({
  format: z.literal(1),
  /** From package.json. */
  version: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Whether it includes the pictures of products. */
  hasFiles: z.boolean(),
  hasSecretKey: z.boolean(),
})
export type BackupHead = z.output<typeof BackupHead>

/** The last entry; a backup without it is incomplete. */
export const BackupEnd = z.object({
  /** Hash of the name, size and content of all entries before it. */
  sha256: z.string(),
  entries: z.number(),
  files: z.number(),
  rows: z.record(z.string(), z.number()),
  /** The last value of each sequence; null if it was never used. */
  sequences: z.record(z.string(), z.number().nullable()),
})
export type BackupEnd = z.output<typeof BackupEnd>

export const names = {
  head: 'wardstock-backup.json',
  end: 'end.json',
  secretKey: 'secret.key',
  rowsOf: (table: string, part: number) => `data/${table}/${String(part).padStart(6, '0')}.copy`,
  file: (shelf: string, name: string) => `files/${shelf}/${name}`,
}

/**
 * Tables whose rows are left out: those that give access or expire within a day, so that nobody can log in to a restored copy
 * with an old session.
 */
export const tablesLeftOut: ReadonlySet<string> = new Set([
  'sessions',
  'one_time_tokens',
  'passkey_challenges',
  'account_requests',
  'limits',
  'exports',
  'export_parts',
])

/** Why a backup can't be made or used; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

import { z } from 'zod'

/** The first entry of a backup: what is in it, and which version can read it. */
export const BackupHead = z.object({
  format: z.literal(1),
  /** Of package.json. */
  version: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Pictures of products; null where they were left out. */
  hasFiles: z.boolean(),
  hasSecretKey: z.boolean(),
})
export type BackupHead = z.output<typeof BackupHead>

/** The last entry, without which a backup is not whole. */
export const BackupEnd = z.object({
  /** Of the name, the size and the content of every entry before it. */
  sha256: z.string(),
  entries: z.number(),
  files: z.number(),
  rows: z.record(z.string(), z.number()),
  /** Where each sequence stood; null where nothing was taken from it yet. */
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

/** Its rows are not kept: what opens a door or is over within a day, so that a restored copy lets nobody in again. */
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

import type { Database } from '#server/db/database.ts'

/** The named demo company. */
export async function loadWorld(_database: Database, _adminId: string | null): Promise<void> {}

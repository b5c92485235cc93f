import { sql } from 'kysely'
import type { SudoProof } from '#shared/identity/profile/sudo-api.ts'
import type { Db } from '#server/db/database.ts'

/** Until when the session is confirmed, and the ways to confirm it. */
export async function sudoOf(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ until: string | null; methods: SudoProof[] }> {
  const { rows } = await sql<{ until: string | null; password: boolean; code: boolean; passkey: boolean }>`select
      (select sudo_until from sessions where id = ${sessionId} and sudo_until > moment()) as until,
      u.password_hash is not null as password,
      exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as code,
      exists (select 1 from passkeys k where k.user_id = u.id) as passkey
    from users u where u.id = ${userId}`.execute(db)
  const [row] = rows
  const methods = (['password', 'code', 'passkey'] as const).filter((method) => row?.[method])
  return { until: row?.until ?? null, methods }
}

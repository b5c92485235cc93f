import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { PartnerNote } from '#shared/crm/partners/partners-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Work } from '#server/kernel/work.ts'
import { ownerOf } from './partner-kinds.ts'
import { getPartner, lockPartner, type PartnerKind } from './partners.ts'

const from = sql`partner_notes n join users u on u.id = n.author_id`
const columns = selection<PartnerNote, { n: 'partner_notes' }>({
  id: 'n.id',
  text: 'n.text',
  author: sql`json_build_object('id', u.id, 'name', u.name)`,
  createdAt: 'n.created_at',
  editedAt: sql`case when n.version > 1 then n.updated_at end`,
  version: 'n.version',
})

export async function listNotes(
  db: Db,
  kind: PartnerKind,
  ownerId: string,
  query: { limit: number; cursor?: string | undefined },
) {
  await getPartner(db, kind, ownerId)
  const listed = await listPage(
    db,
    {
      columns,
      from,
      narrow: sql`partner_notes n`,
      where: [sql`n.${sql.ref(kind.key)} = ${ownerId}`],
      sort: { by: sql`n.created_at`, type: 'timestamptz', descending: true },
      id: sql`n.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

export async function addNote(work: Work, kind: PartnerKind, ownerId: string, text: string): Promise<PartnerNote> {
  await lockPartner(work.tx, kind, ownerId)
  const id = newId()
  await work.tx
    .insertInto('partner_notes')
    .values({
      id,
      [kind.key]: ownerId,
      text,
      author_id: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  auditNote(work, kind, ownerId, 'note.added', text)
  return getNote(work.tx, id)
}

export async function updateNote(work: Work, id: string, version: number, text: string): Promise<PartnerNote> {
  const before = await lockOwnNote(work, id)
  if (before.version !== version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: before.version } })
  }
  await work.tx
    .updateTable('partner_notes')
    .set({ text, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  auditNote(work, ...ownerOf(before), 'note.changed', text)
  return getNote(work.tx, id)
}

export async function deleteNote(work: Work, id: string): Promise<void> {
  const before = await lockOwnNote(work, id)
  await work.tx.deleteFrom('partner_notes').where('id', '=', id).execute()
  auditNote(work, ...ownerOf(before), 'note.removed', before.text)
}

interface NoteRow {
  account_id: string | null
  supplier_id: string | null
  author_id: string
  text: string
  version: number
}

/** Locks the partner before the note: merges use the same order. */
async function lockOwnNote(work: Work, id: string): Promise<NoteRow> {
  const read = (how: 'found' | 'held') =>
    sql<NoteRow>`select account_id, supplier_id, author_id, text, version
    from partner_notes where id = ${id} ${how === 'held' ? sql`for update` : sql``}`.execute(work.tx)
  const found = (await read('found')).rows[0]
  if (!found) throw new Refusal('NOT_FOUND')
  await lockPartner(work.tx, ...ownerOf(found))
  const held = (await read('held')).rows[0]
  if (!held) throw new Refusal('NOT_FOUND')
  if (held.author_id !== work.caller.userId) throw new Refusal('FORBIDDEN', 'Only the author can change a note.')
  return held
}

async function getNote(tx: Tx, id: string): Promise<PartnerNote> {
  const { rows } = await sql<PartnerNote>`select ${columns} from ${from} where n.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** The audit log has only the beginning of a note. */
function auditNote(work: Work, { entity }: PartnerKind, ownerId: string, act: string, text: string) {
  work.audit(`${entity}.${act}`, entity, ownerId, { text: text.length > 200 ? `${text.slice(0, 200)}…` : text })
  work.announce('account_updated', { accountId: ownerId })
}

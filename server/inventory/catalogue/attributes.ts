import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Attribute, AttributeInput, attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  type RecordKind,
  updateRecord,
} from '#server/inventory/stock/named-records.ts'
import { refuseUsed, usedBy } from '#server/kernel/assert-unused.ts'

type Input = z.output<typeof AttributeInput>
type Query = RequestOf<(typeof attributesApi.listAttributes)['spec']>['query']

const livingItems = sql`join items i on i.id = v.item_id and i.deleted_at is null`

const attributes: RecordKind<Attribute> = {
  table: 'attributes',
  entity: 'attribute',
  columns: selection<Attribute, { c: 'attributes' }>({
    id: 'c.id',
    name: 'c.name',
    kind: 'c.kind',
    unit: 'c.unit',
    version: 'c.version',
    choices: sql`coalesce((select json_agg(json_build_object('id', h.id, 'label', h.label, 'products',
        (select count(*) from item_attributes v ${livingItems} where v.choice_id = h.id)) order by h.position)
      from attribute_choices h where h.attribute_id = c.id), '[]')`,
    products: sql`(select count(*) from item_attributes v ${livingItems} where v.attribute_id = c.id)`,
  }),
  searched: sql`c.name`,
}

const get = (db: Db, id: string) => getRecord<Attribute>(db, attributes, id)

export const listAttributes = (db: Db, query: Query) =>
  listRecords<Attribute>(db, attributes, query, query.kind ? [sql`c.kind = ${query.kind}`] : [])

export async function createAttribute(work: Work, { choices, ...values }: Input): Promise<Attribute> {
  const { id } = await createRecord<Attribute>(work, attributes, values)
  await writeChoices(work, id, choices)
  return get(work.tx, id)
}

/** Refuses a change of the kind while any product, even a deleted one, has a value of the old kind. */
export async function updateAttribute(work: Work, id: string, version: number, input: Input): Promise<Attribute> {
  const { choices, ...values } = input
  const before = await updateRecord<Attribute>(work, attributes, id, version, values)
  const { rows } = await sql`select 1 from item_attributes v where v.attribute_id = ${id} and case ${values.kind}::text
      when 'text' then v.text_value is null when 'number' then v.number_value is null else v.choice_id is null end
    limit 1`.execute(work.tx)
  if (rows.length > 0) throw invalid('kind', 'can only be changed while no product has a value')
  const remaining = new Set(choices.map((choice) => choice.id))
  await assertChoicesUnused(
    work,
    before.choices.filter((choice) => !remaining.has(choice.id)).map(({ id: gone }) => gone),
  )
  await writeChoices(work, id, choices)
  return get(work.tx, id)
}

async function assertChoicesUnused(work: Work, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return
  const { rows } = await sql<{ label: string; products: number }>`select h.label, count(*) as products
    from attribute_choices h join item_attributes v on v.choice_id = h.id
    where h.id = any(${gone}::uuid[]) group by h.id, h.label order by h.label`.execute(work.tx)
  if (rows.length === 0) return
  const words = rows.map(({ label, products }) => `${label} (${products} ${products === 1 ? 'product' : 'products'})`)
  throw new Refusal('IN_USE', `Values that products have can't be removed: ${words.join(', ')}.`)
}

/** Renames and reorders choices that have an id, adds those without, and deletes those that are missing. */
async function writeChoices(work: Work, attributeId: string, choices: Input['choices']): Promise<void> {
  const rows = choices.map(({ id, label }, position) => ({ id: id ?? newId(), label, position, isNew: !id }))
  const list = JSON.stringify(rows)
  await sql`delete from attribute_choices where attribute_id = ${attributeId}
    and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(work.tx)
  // First sets unique temporary labels, so that two choices can swap theirs.
  await work.tx
    .updateTable('attribute_choices')
    .set({ label: sql<string>`id::text` })
    .where('attribute_id', '=', attributeId)
    .execute()
  const renamed = await work.tx
    .updateTable('attribute_choices as h')
    .from(
      sql<{ id: string; label: string; position: number; isNew: boolean }>`json_to_recordset(${list}::json)`.as<'r'>(
        sql`r(id uuid, label text, position int, "isNew" boolean)`,
      ),
    )
    .set((eb) => ({ label: eb.ref('r.label'), position: eb.ref('r.position') }))
    .whereRef('h.id', '=', 'r.id')
    .where(sql<boolean>`not r."isNew"`)
    .where('h.attribute_id', '=', attributeId)
    .executeTakeFirstOrThrow()
  if (Number(renamed.numUpdatedRows) !== rows.filter(({ isNew }) => !isNew).length)
    throw invalid('choices', 'names a value that no longer exists')
  await work.tx
    .insertInto('attribute_choices')
    .columns(['id', 'attribute_id', 'position', 'label'])
    .expression(sql`select r.id, ${attributeId}, r.position, r.label
    from json_to_recordset(${list}::json) as r(id uuid, label text, position int, "isNew" boolean)
    where r."isNew"`)
    .execute()
}

/** Refused while products have a value of it, unless `withValues` hides them too: restoring it restores them. */
export async function deleteAttribute(work: Work, id: string, withValues: boolean): Promise<void> {
  await deleteRecord(work, attributes, id, async (tx) => {
    if (withValues) return
    const used = await usedBy(
      tx,
      sql`select 'product' as kind, i.id, i.name from item_attributes v ${livingItems} where v.attribute_id = ${id}`,
      (count) => `${count} ${count === 1 ? 'product has' : 'products have'} a value of this attribute.`,
    )
    refuseUsed([used])
  })
}

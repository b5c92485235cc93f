import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { AttributeValue } from '#shared/inventory/catalogue/attributes-api.ts'
import type { Work } from '#server/kernel/work.ts'

/** A product's attribute values as JSON; `i` is its row of items. */
export const attributeValuesSql = sql`coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name,
      'kind', a.kind, 'unit', a.unit,
      'value', coalesce(v.text_value, v.choice_id::text, trim_scale(v.number_value)::text),
      'shown', coalesce(v.text_value, (select h.label from attribute_choices h where h.id = v.choice_id),
        trim_scale(v.number_value) || coalesce(' ' || a.unit, ''))) order by lower(a.name))
    from item_attributes v join attributes a on a.id = v.attribute_id
    where v.item_id = i.id and a.deleted_at is null), '[]')`

/** Filters products by an attribute with any value, or by one of its choices, by the id of either. */
export const havingAttribute = (id: string) => sql`i.id in (select v.item_id from item_attributes v
  where v.attribute_id = ${id} or v.choice_id = ${id})`

interface Known {
  id: string
  kind: AttributeValue['kind']
  choices: string[]
}

/** Sets the attribute values of a product: attribute id → value; an empty value is deleted. Throws INVALID. */
export async function writeAttributes(
  work: Work,
  itemId: string,
  values: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const ids = Object.keys(values ?? {})
  if (!values || ids.length === 0) return
  const { rows } = await sql<Known>`select a.id, a.kind,
      array(select h.id::text from attribute_choices h where h.attribute_id = a.id) as choices
    from attributes a where a.id = any(${ids}::uuid[]) and a.deleted_at is null for share of a`.execute(work.tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  const fields: Record<string, string> = {}
  for (const [id, value] of Object.entries(values)) {
    const problem = problemOf(known.get(id.toLowerCase()), value)
    if (problem) fields[`attributes.${id}`] = problem
  }
  const wrong = Object.entries(fields)
  if (wrong.length > 0) {
    throw new Refusal('INVALID', wrong.map(([field, words]) => `${field}: ${words}`).join('; '), { fields })
  }
  await sql`delete from item_attributes where item_id = ${itemId} and attribute_id = any(${ids}::uuid[])`.execute(
    work.tx,
  )
  const list = Object.entries(values).filter(([, value]) => value !== '')
  if (list.length === 0) return
  const given = JSON.stringify(list.map(([id, value]) => ({ id, value, kind: known.get(id.toLowerCase())?.kind })))
  await work.tx
    .insertInto('item_attributes')
    .columns(['item_id', 'attribute_id', 'text_value', 'number_value', 'choice_id'])
    .expression(sql`select ${itemId}, g.id, case when g.kind = 'text' then g.value end,
      case when g.kind = 'number' then g.value::numeric end, case when g.kind = 'choice' then g.value::uuid end
    from json_to_recordset(${given}::json) as g(id uuid, value text, kind text)`)
    .execute()
}

function problemOf(attribute: Known | undefined, value: string): string | null {
  if (!attribute) return 'is not an attribute'
  if (value === '') return null
  if (attribute.kind === 'number' && !/^-?\d{1,12}(\.\d{1,4})?$/.test(value))
    return 'is not a number with at most 4 decimals'
  if (attribute.kind === 'choice' && !attribute.choices.includes(value.toLowerCase())) return 'is not one of its values'
  return null
}

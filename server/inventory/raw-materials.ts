import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { inventoryApi, RawMaterial } from '#shared/inventory/api.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import type { Work } from '#server/db/work.ts'
import { openStock, skuOf } from './products.ts'

type Query = Asked<(typeof inventoryApi.listRawMaterials)['spec']>['query']
type Input = Asked<(typeof inventoryApi.createRawMaterial)['spec']>['body']

const columns = sql`i.id, i.name, i.material_type as "materialType", t.on_hand as "onHand", i.version`
const from = sql`items i join item_stock t on t.item_id = i.id`

export async function listRawMaterials(db: Db, query: Query) {
  const where = [sql`i.kind = 'raw_material'`, sql`i.deleted_at is null`]
  if (query.q) where.push(sql`i.name ilike ${containing(query.q)}`)
  const { descending } = sortOf(query.sort)
  const listed = await listPage<RawMaterial>(
    db,
    { columns, from, where, sort: { by: sql`lower(i.name)`, type: 'text', descending }, id: sql`i.id` },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

export async function createRawMaterial(work: Work, input: Input): Promise<RawMaterial> {
  const id = newId()
  await work.tx
    .insertInto('items')
    .values({
      id,
      kind: 'raw_material',
      sku: skuOf(id).replace('P-', 'R-'),
      name: input.name,
      material_type: input.materialType,
    })
    .execute()
  await openStock(work, id)
  work.audit('rawMaterial.created', 'rawMaterial', id, input)
  const { rows } = await sql<RawMaterial>`select ${columns} from ${from} where i.id = ${id}`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

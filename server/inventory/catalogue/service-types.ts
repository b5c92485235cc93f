import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { RequestOf } from '#shared/http/route.ts'
import type { ServiceType, ServiceTypeInput, serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  createRecord,
  deleteRecord,
  listRecords,
  type RecordKind,
  updateRecord,
} from '#server/inventory/stock/named-records.ts'

type Input = z.output<typeof ServiceTypeInput>
type Query = RequestOf<(typeof serviceTypesApi.listServiceTypes)['spec']>['query']
type Row = Omit<ServiceType, 'price'> & { price: number }

const serviceTypes: RecordKind<Row> = {
  table: 'service_types',
  entity: 'service type',
  columns: selection<Row, { c: 'service_types' }>({
    id: 'c.id',
    name: 'c.name',
    description: 'c.description',
    unit: 'c.unit',
    price: 'c.price',
    version: 'c.version',
  }),
  searched: sql`(c.name || ' ' || coalesce(c.description, ''))`,
}

const shape = (row: Row): ServiceType => ({ ...row, price: formatPrice(row.price) })
/** The price as text: the audit log stores JSON, which has no bigint. */
const columnsOf = (input: Input) => ({ ...input, price: String(input.price) })

export async function listServiceTypes(db: Db, query: Query) {
  const page = await listRecords<Row>(db, serviceTypes, query)
  return { ...page, data: page.data.map(shape) }
}
export const createServiceType = async (work: Work, input: Input) =>
  shape(await createRecord<Row>(work, serviceTypes, columnsOf(input)))
export const updateServiceType = async (work: Work, id: string, version: number, input: Input) =>
  shape(await updateRecord<Row>(work, serviceTypes, id, version, columnsOf(input)))
export const deleteServiceType = (work: Work, id: string) => deleteRecord(work, serviceTypes, id)

import { type DeliveryColumn, deliveryColumnKeys, deliveryColumns } from '#shared/imports/delivery-columns.ts'
import { type Import, importsApi } from '#shared/imports/api.ts'
import { type Answer, type Client, pathOf } from './client.ts'
import { runJobsOf } from './run-jobs.ts'

export type DeliveryCells = Partial<Record<DeliveryColumn, string>>

let count = 0

/** One line of a delivery history with its own order, delivery and line number; `cells` replaces the defaults. */
export function delivery(cells: DeliveryCells = {}): DeliveryCells {
  count += 1
  return {
    lineId: `L${count}`,
    orderNumber: `PO-${count}`,
    deliveryNumber: `DN-${count}`,
    country: 'Kenya',
    projectCode: 'NBO-01',
    scheduledDate: '2-Jun-06',
    deliveredDate: '8/27/14',
    productGroup: 'ARV',
    subClassification: 'Adult',
    vendor: 'Orgenics, Ltd',
    manufacturingSite: 'Plant 1',
    itemDescription: 'Efavirenz 600mg, tablets, 30 Tabs',
    brand: 'Generic',
    dosage: '600mg',
    packSize: '30',
    quantity: '10',
    packPrice: '3.20',
    lineValue: '32.00',
    shipmentMode: 'Air',
    weight: '13',
    freight: '780.34',
    ...cells,
  }
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** The CSV file of these lines, with the usual header. */
export function csvOf(lines: readonly DeliveryCells[], delimiter = ','): string {
  const header = deliveryColumnKeys.map((key) => deliveryColumns[key].name)
  const rows = lines.map((line) => deliveryColumnKeys.map((key) => line[key] ?? ''))
  return [header, ...rows].map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter)).join('\n')
}

export async function uploadFile(client: Client, content: string | Uint8Array, fileName = 'history.csv') {
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  const path = pathOf(importsApi.uploadImport, { query: { fileName } })
  return (await client.send('POST', path, body, { 'content-type': 'text/csv' })) as unknown as Answer<Import>
}

/** Runs jobs until the import is neither being checked nor running. */
export async function settled(client: Client, id: string): Promise<Import> {
  for (;;) {
    const found = await client.do(importsApi.getImport, { params: { id } })
    if (found.interrupted || (found.state !== 'checking' && found.state !== 'running')) return found
    await runJobsOf(client)
  }
}

/** Uploads and checks a file. */
export async function checkFile(client: Client, content: string | Uint8Array, mapping?: Record<string, string>) {
  const { status, body } = await uploadFile(client, content)
  if (status !== 201) throw new Error(JSON.stringify(body))
  const params = { id: body.id }
  await client.do(importsApi.checkImport, { params, body: mapping ? { mapping } : {} })
  return settled(client, body.id)
}

/** Uploads, checks and imports a file. */
export async function importFile(client: Client, content: string | Uint8Array): Promise<Import> {
  const { id } = await checkFile(client, content)
  await client.do(importsApi.runImport, { params: { id } })
  return settled(client, id)
}

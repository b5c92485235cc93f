import { useFormContext } from 'react-hook-form'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { findByCodes } from '#shared/inventory/stock/codes-query.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseItem } from '#shared/purchasing/orders/purchase-order.ts'
import { call } from '#web/api/client.ts'
import type { PastedRow } from '#web/forms/pasted-rows.ts'
import { useScanQueue } from '#web/api/use-scan-queue.tsx'
import { isBlank, lineOf, type PurchaseLineValues, type PurchaseValues } from './purchase-values.ts'
import { useScans } from '#web/session/scans.ts'

/** Loads the items of these codes; returns a function that finds an item by its exact SKU or its supplier's code. */
async function itemsOfCodes(codes: readonly string[]): Promise<(code: string) => PurchaseItem | undefined> {
  const found = await findByCodes(codes, async (some) => {
    const query = { codes: some, limit: 200 }
    return (await call(purchasingApi.listPurchaseItems, { query }, { quiet: true })).data
  })
  return (code) => {
    const isCode = (other: string | null) => other?.toLowerCase() === code.toLowerCase()
    return found.find(({ sku }) => isCode(sku)) ?? found.find(({ supplierCode }) => isCode(supplierCode))
  }
}

/** Adds lines for scanned or pasted items: a scan adds one piece, or the quantity in its code. */
export function useFoundLines(replace: (lines: PurchaseLineValues[]) => void) {
  const { getValues } = useFormContext<PurchaseValues>()
  const { enqueue, setProblem, setLiveMessage, notice } = useScanQueue('Not added')
  const written = () => getValues('lines').filter((line) => !isBlank(line))

  async function scan(code: string) {
    const { found, content, doubt } = await call(scanApi.scan, { query: { code } }, { quiet: true })
    const products = [...new Map(found.flatMap(({ product }) => product ?? []).map((one) => [one.id, one])).values()]
    if (products.length > 1) return setProblem(`Several items have the code ${content.text}: choose one by name.`)
    const material = found.find(({ type }) => type === 'rawMaterial')
    const named = products[0]?.sku ?? material?.secondary ?? content.text
    const item = (await itemsOfCodes([named]))(named)
    if (!item) return setProblem(`No item has the code ${content.text}. ${doubt ?? ''}`.trim())
    const lines = written()
    const at = lines.findIndex((line) => line.item?.id === item.id)
    const pieces = (lines[at]?.quantity ?? 0) + (content.quantity ?? 1)
    const line = lines[at] ? { ...lines[at], quantity: pieces } : lineOf(item, pieces)
    replace(at < 0 ? [...lines, line] : lines.with(at, line))
    setLiveMessage(`${item.name}: ${pieces.toLocaleString()}`)
  }
  async function paste(rows: readonly PastedRow[]) {
    const lines: PurchaseLineValues[] = []
    const unknown: string[] = []
    setLiveMessage('Looking up items')
    const itemOf = await itemsOfCodes(rows.map(({ sku }) => sku))
    for (const { sku, quantity } of rows) {
      const item = itemOf(sku)
      if (item) lines.push(lineOf(item, quantity))
      else unknown.push(sku)
    }
    if (lines.length > 0) replace([...written(), ...lines])
    setLiveMessage(`${lines.length} lines added`)
    if (unknown.length > 0) setProblem(`Skipped, as no item has the SKU: ${unknown.join(', ')}.`)
  }
  useScans((code) => enqueue(() => scan(code)))
  return { paste: (rows: readonly PastedRow[]) => enqueue(() => paste(rows)), notice }
}

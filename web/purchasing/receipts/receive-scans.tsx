import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { call } from '#web/api/client.ts'
import { useScanQueue } from '#web/api/use-scan-queue.tsx'
import { type PartValues, withScan } from './receive-values.ts'
import { useScans } from '#web/session/scans.ts'

/** Each scan of an ordered item adds pieces; a GS1 code also has lot and expiry date. */
export function useReceiveScans(
  order: PurchaseOrder,
  parts: () => readonly PartValues[],
  replace: (parts: PartValues[]) => void,
) {
  const { enqueue, setProblem, setLiveMessage, notice, hasSpoken } = useScanQueue('Not counted')

  async function take(code: string) {
    const { found, content, doubt } = await call(scanApi.scan, { query: { code } }, { quiet: true })
    const ids = new Set(found.flatMap(({ type, id, product }) => product?.id ?? (type === 'rawMaterial' ? id : [])))
    if (ids.size === 0) {
      const { data } = await call(purchasingApi.listPurchaseItems, { query: { codes: content.text } }, { quiet: true })
      for (const { id } of data) ids.add(id)
    }
    const line = order.orderLines.find(({ item }) => ids.has(item.id))
    if (!line) return setProblem(`Nothing on this order has the code ${content.text}. ${doubt ?? ''}`.trim())
    // Our own label refers to an existing lot.
    const lot = found.find((one) => one.lot && one.lot.id !== line.item.id && one.product?.id === line.item.id)?.lot
    const scan = {
      itemId: line.item.id,
      lotNumber: content.lotNumber ?? lot?.lotNumber ?? null,
      expiryDate: content.expiryDate ?? lot?.expiryDate ?? null,
      pieces: content.quantity ?? 1,
    }
    const next = withScan(order, parts(), scan)
    if (!next) return setProblem(`All of ${line.item.name} has arrived already.`)
    replace(next)
    setLiveMessage(`${line.item.name}: ${scan.pieces} more`)
  }
  useScans((code) => enqueue(() => take(code)))
  return { notice: hasSpoken && notice }
}

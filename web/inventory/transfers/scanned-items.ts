import { useFormContext } from 'react-hook-form'
import { type Found, scanApi } from '#shared/inventory/lots/scan-api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { call } from '#web/api/client.ts'
import { useScanQueue } from '#web/api/use-scan-queue.tsx'
import { useScans } from '#web/session/scans.ts'
import { blankTransferLine, isBlankLine, type TransferLineValues, type TransferValues } from './transfer-values.ts'

const quiet = { quiet: true } as const
const idOf = ({ type, id, product }: Found) => product?.id ?? (type === 'rawMaterial' ? id : undefined)

/**
 * Handles scans of items on hand at the source: each adds one piece, or the quantity in its code, to the item's line or to a new
 * one. A code with a lot chooses that lot. `transfer` is the one being edited.
 */
export function useScannedItems(replace: (lines: TransferLineValues[]) => void, transfer: string | undefined) {
  const { getValues } = useFormContext<TransferValues>()
  const { enqueue, setProblem, setLiveMessage, notice } = useScanQueue('Not added')

  async function add(code: string) {
    const source = getValues('source')
    if (source === null) return setProblem('Choose the source first.')
    const { found, content, doubt } = await call(scanApi.scan, { query: { code } }, quiet)
    const ids = [...new Set(found.flatMap((one) => idOf(one) ?? []))]
    const [id] = ids
    if (id === undefined) return setProblem(`No item has the code ${content.text}. ${doubt ?? ''}`.trim())
    if (ids.length > 1) return setProblem(`Several items have the code ${content.text}: choose one by name.`)
    const query = { location: source.id, item: [id], transfer, limit: 1 }
    const [item] = (await call(transfersApi.listStandingItems, { query }, quiet)).data
    if (!item) return setProblem(`${found[0]?.product?.name ?? found[0]?.label} is not at ${source.label}.`)
    const lotNumber = found.find(({ lot }) => lot !== null)?.lot?.lotNumber ?? content.lotNumber
    const lot = item.lots.find((one) => one.lotNumber.toLowerCase() === lotNumber?.toLowerCase())
    if (item.lotControlled && lotNumber !== null && !lot)
      return setProblem(`Lot ${lotNumber} of ${item.name} is not at ${source.label}.`)
    const lotId = item.lotControlled && lot ? lot.lotId : ''
    const written = getValues('lines').filter((line) => !isBlankLine(line))
    const at = written.findIndex((line) => line.item?.id === id && line.lotId === lotId)
    const before = written[at] ?? { ...blankTransferLine, item: { id, label: item.name }, lotId }
    const line = { ...before, quantity: (before.quantity ?? 0) + (content.quantity ?? 1) }
    replace(at < 0 ? [...written, line] : written.with(at, line))
    setLiveMessage(`${item.name}: ${line.quantity.toLocaleString()}`)
  }
  useScans((code) => enqueue(() => add(code)))
  return { notice }
}

import type { Resolver } from 'react-hook-form'
import type { Call } from '#shared/http/route.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { ReceiptInput } from '#shared/purchasing/orders/purchase-input.ts'
import type { PurchaseLine, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'

/** The received quantity of a line in one lot; a line can have several. */
export type PartValues = {
  lineId: string
  quantity: number | null
  lotNumber: string
  expiryDate: string
  noExpiry: boolean
  damaged: boolean
  /** The location, if it differs from the order's. */
  location: ComboboxOption | null
}

export type ReceiveValues = { receivedDate: string; deliveryNote: string; notes: string; parts: PartValues[] }

export const blankPart = (lineId: string): PartValues => ({
  lineId,
  quantity: null,
  lotNumber: '',
  expiryDate: '',
  noExpiry: false,
  damaged: false,
  location: null,
})

/** An empty part for each line that can still be received. */
export const newReceipt = (order: PurchaseOrder, today: string): ReceiveValues => ({
  receivedDate: today,
  deliveryNote: '',
  notes: '',
  parts: order.orderLines.filter(({ receivable }) => receivable > 0).map(({ id }) => blankPart(id)),
})

/** Restores a draft of a receipt after other receipts of the order: lines that are complete now have no part. */
export function receiptOfDraft(order: PurchaseOrder, today: string, draft: ReceiveValues): ReceiveValues {
  const blank = newReceipt(order, today).parts
  const ofLine = (lineId: string) => draft.parts.filter((part) => part.lineId === lineId)
  return { ...draft, parts: blank.flatMap((part) => (ofLine(part.lineId).length > 0 ? ofLine(part.lineId) : [part])) }
}

/** The indexes of the parts with a quantity. */
const arrivedParts = ({ parts }: ReceiveValues): number[] =>
  parts.flatMap(({ quantity }, at) => (quantity === null || quantity === 0 ? [] : [at]))

export function receiveBody(values: ReceiveValues): Call<(typeof purchasingApi.receive)['spec']>['body'] {
  return {
    ...(values.receivedDate && { receivedDate: values.receivedDate }),
    deliveryNote: values.deliveryNote,
    notes: values.notes,
    lines: arrivedParts(values).flatMap((at) => {
      const part = values.parts[at]
      if (!part) return []
      const { lineId, quantity, lotNumber, expiryDate, noExpiry, damaged, location } = part
      const locationId = location?.id
      return [
        { lineId, quantity: quantity ?? 0, lotNumber, expiryDate: expiryDate || null, noExpiry, damaged, locationId },
      ]
    }),
  }
}

/** `lines.0.lotNumber` → `parts.2.lotNumber` if two parts before it have no quantity. */
export const receiveField = (path: string, values: ReceiveValues): string =>
  path
    .replace(/^lines\.(\d+)/, (_, at: string) => `parts.${arrivedParts(values)[Number(at)] ?? at}`)
    .replace(/\.locationId$/, '.location')
    .replace(/^lines$/, 'parts')

export const receiveResolver: Resolver<ReceiveValues> = (values, context, options) =>
  bodyResolver<ReceiveValues>({
    schema: ReceiptInput,
    bodyOf: receiveBody,
    fieldOf: (path) => receiveField(path, values),
  })(values, context, options)

/** The pieces of a line entered so far. */
export const arrivingOf = (line: Pick<PurchaseLine, 'id'>, parts: readonly PartValues[]): number =>
  parts.reduce((sum, { lineId, quantity }) => sum + (lineId === line.id ? (quantity ?? 0) : 0), 0)

type Scan = { itemId: string; lotNumber: string | null; expiryDate: string | null; pieces: number }

/**
 * The parts after a scan: adds the pieces to the part of that lot, or to a blank part, or to a new one. Undefined if nothing of
 * the item can still be received.
 */
export function withScan(order: PurchaseOrder, parts: readonly PartValues[], scan: Scan): PartValues[] | undefined {
  const open = order.orderLines.filter(({ item, receivable }) => item.id === scan.itemId && receivable > 0)
  const line = open.find((one) => arrivingOf(one, parts) < one.open) ?? open[0]
  if (!line) return undefined
  const lot = line.item.lotControlled ? (scan.lotNumber ?? '') : ''
  const ofLine = parts.map((part, at) => ({ part, at })).filter(({ part }) => part.lineId === line.id && !part.damaged)
  const same = ofLine.find(({ part }) => part.quantity !== null && (lot === '' || part.lotNumber === lot))
  const blank = ofLine.find(({ part }) => part.quantity === null && (part.lotNumber === '' || part.lotNumber === lot))
  const at = (same ?? blank)?.at
  const before = at === undefined ? blankPart(line.id) : (parts[at] ?? blankPart(line.id))
  const part = {
    ...before,
    quantity: (before.quantity ?? 0) + scan.pieces,
    ...(lot !== '' && { lotNumber: lot }),
    ...(lot !== '' && scan.expiryDate && { expiryDate: scan.expiryDate, noExpiry: false }),
  }
  if (at !== undefined) return parts.with(at, part)
  const last = parts.findLastIndex(({ lineId }) => lineId === line.id)
  return parts.toSpliced(last + 1, 0, part)
}

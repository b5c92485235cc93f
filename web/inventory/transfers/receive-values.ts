import type { Resolver } from 'react-hook-form'
import type { Call } from '#shared/http/route.ts'
import type { RestKind, writeOffReasons } from '#shared/inventory/stock/stock-document.ts'
import { type NamedItem, type Transfer, TransferReceipt, type transfersApi } from '#shared/inventory/transfers/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'

/** One lot of a line: quantity sent and quantity received. */
export type ArrivalValues = {
  lineId: string
  lotId: string
  item: NamedItem
  /** Null for items without lot tracking. */
  lotNumber: string | null
  sent: number
  received: number | null
  rest: RestKind | ''
  reason: (typeof writeOffReasons)[number] | ''
  customReason: string
}
export type ReceiveValues = { arrivals: ArrivalValues[] }

/** Initially the full quantity of every lot is received. */
export const receiveValues = (transfer: Transfer): ReceiveValues => ({
  arrivals: transfer.transferLines.flatMap((line) =>
    line.lots.map((lot) => ({
      lineId: line.id,
      lotId: lot.lotId,
      item: line.item,
      lotNumber: lot.lotId === line.item.id ? null : lot.lotNumber,
      sent: lot.quantity,
      received: lot.quantity,
      rest: '' as const,
      reason: '' as const,
      customReason: '',
    })),
  ),
})

export const isShort = ({ received, sent }: ArrivalValues) => received !== null && received < sent

const differing = ({ arrivals }: ReceiveValues) =>
  arrivals.flatMap((one, at) => (one.received === one.sent ? [] : [at]))

/** Sends only the lots that differ. */
export function receiveBody(
  values: ReceiveValues,
): NonNullable<Call<(typeof transfersApi.completeTransfer)['spec']>['body']> {
  return {
    differences: differing(values).flatMap((at) => {
      const arrival = values.arrivals[at]
      if (!arrival) return []
      const { lineId, lotId, received, rest, reason, customReason } = arrival
      const isWrittenOff = rest === 'write_off'
      return {
        lineId,
        lotId,
        received: received as number,
        rest: (rest || undefined) as RestKind,
        ...(isWrittenOff && reason && { reason }),
        ...(isWrittenOff && reason === 'other' && { customReason }),
      }
    }),
  }
}

/** Maps a path of the request body to the form field that shows its error. */
export function receiveField(path: string, values: ReceiveValues): string {
  const [, at, name] = /^differences\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (at === undefined) return path
  return `arrivals.${differing(values)[Number(at)] ?? at}.${name ?? 'received'}`
}

export const receiveResolver: Resolver<ReceiveValues> = (values, context, options) =>
  bodyResolver<ReceiveValues>({
    schema: TransferReceipt,
    bodyOf: receiveBody,
    fieldOf: (path) => receiveField(path, values),
  })(values, context, options)

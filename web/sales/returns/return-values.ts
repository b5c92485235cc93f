import type { Call } from '#shared/http/route.ts'
import type { Returnable, returnsApi } from '#shared/sales/returns/api.ts'
import type { ReturnReason } from '#shared/sales/returns/return-transitions.ts'

/** The values of the return form: one line per lot that the customer still has. */
export type ReturnValues = {
  notes: string
  lines: { orderLineId: string; lotId: string; quantity: number | null; reason: ReturnReason | ''; note: string }[]
}

/** The indexes of the lines to send: those with a quantity. */
const sentOf = ({ lines }: ReturnValues) => lines.flatMap(({ quantity }, at) => (quantity ? [at] : []))
export const returnBody = (orderId: string) => (values: ReturnValues) =>
  ({
    orderId,
    notes: values.notes,
    lines: sentOf(values).map((at) => values.lines[at]),
  }) as Call<(typeof returnsApi.createReturn)['spec']>['body']
export const returnField = (values: ReturnValues) => (path: string) =>
  path.replace(/^lines\.(\d+)/, (whole, at: string) => {
    const row = sentOf(values)[Number(at)]
    return row === undefined ? whole : `lines.${row}`
  })

/** The label in the error summary: `lines.0.reason` → "Gloves: Reason". */
export function returnLabel(name: string, lines: Returnable['lines']): string | undefined {
  const [, at, part = ''] = /^lines\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  const words: Record<string, string> = { quantity: 'Qty returned', reason: 'Reason', note: 'Note' }
  return at === undefined ? undefined : `${lines[Number(at)]?.product.name}: ${words[part] ?? part}`
}

/** Restores a draft of a return whose returnable lines may have changed since. */
export const returnOfDraft = (start: ReturnValues, draft: ReturnValues): ReturnValues => ({
  ...draft,
  lines: start.lines.map(
    (line) => draft.lines.find((one) => one.orderLineId === line.orderLineId && one.lotId === line.lotId) ?? line,
  ),
})

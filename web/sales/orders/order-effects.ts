import type { Order } from '#shared/sales/orders/order.ts'
import { orderPreviewApi, type PreviewedAction } from '#shared/sales/orders/order-preview-api.ts'
import type { OrderAllowances } from '#shared/sales/orders/order-input.ts'
import { call } from '#web/api/client.ts'
import { useEffects } from '#web/sales/public/order-effects.tsx'

/** The picked quantity of a line. */
export type PickedLine = { lineId: string; quantity: number }

/** The effects of an action on an order, from the action's preview. */
export const useOrderEffects = (
  { id, version }: Order,
  act: PreviewedAction,
  choice: { picked?: PickedLine[] | undefined; allowances?: OrderAllowances } = {},
) =>
  useEffects([id, version, act, choice], (signal) =>
    call(orderPreviewApi.previewOrder, { params: { id }, body: { act, ...choice } }, { signal, quiet: true }),
  )

import type { Order } from '#shared/sales/orders/order.ts'
import { orderPreviewApi, type PreviewedAction } from '#shared/sales/orders/order-preview-api.ts'
import type { OrderAllowances } from '#shared/sales/orders/order-input.ts'
import { call } from '#web/api/client.ts'
import { useEffects } from '#web/sales/public/order-effects.tsx'

/** How many pieces of a line were picked. */
export type PickedLine = { lineId: string; quantity: number }

/** What an act on an order would do, as the act itself says. */
export const useOrderEffects = (
  { id, version }: Order,
  act: PreviewedAction,
  choice: { picked?: PickedLine[] | undefined; allowances?: OrderAllowances } = {},
) =>
  useEffects([id, version, act, choice], (signal) =>
    call(orderPreviewApi.previewOrder, { params: { id }, body: { act, ...choice } }, { signal, quiet: true }),
  )

import type { Order } from '#shared/sales/api.ts'
import { orderPreviewApi, type PreviewedAct } from '#shared/sales/order-preview-api.ts'
import { call } from '#web/api/client.ts'
import { useEffects } from '#web/api/order-effects.tsx'

/** What an act on an order would do, as the act itself says. */
export const useOrderEffects = ({ id, version }: Order, act: PreviewedAct) =>
  useEffects([id, version, act], (signal) =>
    call(orderPreviewApi.previewOrder, { params: { id }, body: { act } }, { signal, quiet: true }),
  )

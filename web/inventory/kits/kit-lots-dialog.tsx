import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { LotChoiceDialog } from '#web/inventory/public/lot-choice-dialog.tsx'

const { listKitLineLots, chooseKitLots } = kitOrdersApi

type KitLotsProps = { order: KitOrder; line: KitOrder['lines'][number]; close: () => void }

/** Changes the lots that a pending kit order has reserved of one item. */
export function KitLotsDialog({ order, line, close }: KitLotsProps) {
  const params = { id: order.id, lineId: line.id }
  return (
    <LotChoiceDialog
      query={useApiQuery(listKitLineLots, { params })}
      name={line.item.name}
      quantity={line.quantity}
      number={order.number}
      what="kit order"
      mayChoose
      close={close}
      route={chooseKitLots}
      params={params}
    />
  )
}

import type { Progress } from '#web/documents/progress-steps.ts'
import type { KitOrder } from '#shared/inventory/kits/kit-orders-api.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type KitOrderValues = { quantity: number | null; warehouse: ComboboxOption | null; note: string }

/** The form values of a kit order. */
export const kitOrderValues = (
  quantity: number | null,
  warehouse: Parameters<typeof locationLabel>[0] & { id: string },
  note: string,
): KitOrderValues => ({
  quantity,
  warehouse: { id: warehouse.id, label: locationLabel(warehouse) },
  note,
})

/** Maps a path of the request body to the form field that shows its error. */
export const kitOrderField = (path: string) => (path === 'locationId' ? 'warehouse' : path)

export const kitOrderBody = ({ quantity, warehouse, note }: KitOrderValues) => ({
  locationId: warehouse?.id as string,
  quantity: quantity as number,
  note,
})

/** The progress of a kit order; null for a cancelled one. */
export function kitOrderProgress(order: KitOrder | undefined): Progress | null {
  if (order?.status === 'cancelled') return null
  return {
    steps: [
      { name: 'Pending', at: order?.createdAt },
      { name: 'Completed', at: order?.completedAt },
    ],
    current: order?.status === 'completed' ? 1 : 0,
    tone: 'info',
  }
}

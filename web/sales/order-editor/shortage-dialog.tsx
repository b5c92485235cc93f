import { z } from 'zod'
import type { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

const Short = z.object({
  itemId: z.string(),
  name: z.string(),
  wanted: z.number(),
  available: z.number(),
  /** What the order has reserved already. */
  reserved: z.number().default(0),
})
export type Short = z.infer<typeof Short>

/** The shortages in the details of a refused confirmation. */
export const shortOf = (error: ApiError): readonly Short[] => z.array(Short).safeParse(error.details).data ?? []

type ShortageDialogProps = {
  short: readonly Short[]
  /** Undefined if the order is backordered already. */
  onBackOrder: (() => void) | undefined
  close: () => void
}

/** What is missing to confirm an order, with the option to backorder it. */
export function ShortageDialog({ short, onBackOrder, close }: ShortageDialogProps) {
  const hasReserved = short.some(({ reserved }) => reserved > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Not enough stock"
      description={
        onBackOrder
          ? 'Reserves what is in stock now and backorders the rest; the invoice is created once everything is in stock.'
          : 'The order keeps its reserved stock and is confirmed once the rest arrives.'
      }
    >
      <DialogBody>
        <table className="w-full text-table">
          <thead>
            <tr className="whitespace-nowrap text-left text-muted">
              <th className="py-1.5 pr-3 font-medium">Product</th>
              <th className="px-3 py-1.5 text-right font-medium">Ordered</th>
              {hasReserved && <th className="px-3 py-1.5 text-right font-medium">Reserved</th>}
              <th className="px-3 py-1.5 text-right font-medium">Available</th>
              <th className="py-1.5 pl-3 text-right font-medium">Short</th>
            </tr>
          </thead>
          <tbody className="figures">
            {short.map(({ itemId, name, wanted, reserved, available }) => (
              <tr key={itemId} className="border-line border-t">
                <td className="py-2 pr-3">{name}</td>
                <td className="whitespace-nowrap px-3 text-right">{(wanted + reserved).toLocaleString()}</td>
                {hasReserved && <td className="whitespace-nowrap px-3 text-right">{reserved.toLocaleString()}</td>}
                <td className="whitespace-nowrap px-3 text-right">{available.toLocaleString()}</td>
                <td className="whitespace-nowrap pl-3 text-right font-medium text-warn">
                  {(wanted - available).toLocaleString()}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
        {onBackOrder && (
          <Button
            variant="primary"
            onClick={() => {
              close()
              onBackOrder()
            }}
          >
            Backorder
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

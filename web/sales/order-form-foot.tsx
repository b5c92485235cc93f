import { useFormContext, useWatch } from 'react-hook-form'
import { orderTotal } from '#web/sales/order-prices.ts'
import { isBlank, type OrderValues } from '#web/sales/order-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { SaveBar } from '#web/ui/form-layout.tsx'

type OrderFormFootProps = { busy: boolean; submitLabel: string; onDiscard: () => void }

/** The foot of the order's form: what it comes to so far, and saving it. */
export function OrderFormFoot({ busy, submitLabel, onDiscard }: OrderFormFootProps) {
  const { control, formState } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const lines = useWatch({ control, name: 'lines' })
  const customer = useWatch({ control, name: 'customer' })
  const count = lines.filter((line) => !isBlank(line)).length
  return (
    <SaveBar
      note={
        <>
          {count} {count === 1 ? 'line' : 'lines'}
          <span aria-hidden> · </span>
          <span className="text-primary">
            Total {currency}{' '}
            <strong className="figures font-semibold text-sm">
              {writeDecimal(orderTotal(lines, customer?.tier), 2)}
            </strong>
          </span>
        </>
      }
    >
      <Button disabled={!formState.isDirty} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel}
      </Button>
    </SaveBar>
  )
}

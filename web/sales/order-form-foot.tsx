import { useFormContext } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { useOrderSums } from '#web/sales/order-prices.ts'
import { isBlank, type OrderValues } from '#web/sales/order-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { SaveBar } from '#web/ui/form-layout.tsx'

type OrderFormFootProps = { busy: boolean; submitLabel: string; onDiscard: () => void }

/** The foot of the order's form: what it comes to so far, and saving it. */
export function OrderFormFoot({ busy, submitLabel, onDiscard }: OrderFormFootProps) {
  const { formState } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const { sums, values } = useOrderSums()
  const count = values.lines.filter((line) => !isBlank(line)).length
  return (
    <SaveBar
      note={
        <>
          {count} {count === 1 ? 'line' : 'lines'}
          <span aria-hidden> · </span>
          <span className="text-primary">
            Total {currency}{' '}
            <strong className="figures font-semibold text-sm">{writeDecimal(formatAmount(sums.total), 2)}</strong>
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

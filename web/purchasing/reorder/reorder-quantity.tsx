import { formatAmount } from '#shared/money.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { wholeCases } from '#shared/quantity.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { quantityProblem, type ReorderSelection, worthOf } from './use-reorder-selection.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { NumberField } from '#web/ui/number-field.tsx'

type ReorderQuantityProps = { item: ReorderItem; choice: ReorderSelection }

/** The quantity of an item to order: the suggestion, which can be overwritten. */
export function ReorderQuantity({ item, choice }: ReorderQuantityProps) {
  const quantity = choice.quantityOf(item)
  const problem = quantityProblem(quantity)
  return (
    <span className="flex flex-col items-end gap-0.5 whitespace-normal py-1.5">
      <NumberField
        label={`Order of ${item.name}`}
        hideLabel
        className="w-24"
        inputMode="numeric"
        value={quantity}
        onChange={(typed) => choice.type(item, typed)}
        error={choice.isTyped(item) ? sentence('Quantity', problem) : undefined}
      />
      {!problem && quantity !== null && <Hint item={item} quantity={quantity} choice={choice} />}
    </span>
  )
}

/** The quantity in cases, or a warning about MOQ or pack size. */
function Hint({ item, quantity, choice }: ReorderQuantityProps & { quantity: number }) {
  const { moq, pcsPerCase } = item
  const cases = wholeCases(quantity, pcsPerCase)
  const warning =
    moq !== null && quantity < moq
      ? `below the MOQ of ${moq.toLocaleString()}`
      : cases === null
        ? `not whole cases of ${pcsPerCase.toLocaleString()}`
        : undefined
  const worth = formatDecimalInput(formatAmount(worthOf(item, quantity)), 2)
  const packs = cases !== null && pcsPerCase > 1 ? `${cases.toLocaleString()} ${cases === 1 ? 'case' : 'cases'}, ` : ''
  return (
    <span className="flex flex-col items-end text-xs">
      <span className="whitespace-nowrap text-muted">{`${packs}${worth}`}</span>
      {warning && <span className="text-warn">{warning}</span>}
      {choice.isTyped(item) && (
        <button type="button" className="link" onClick={() => choice.restore(item)}>
          {`Suggest ${item.quantity.toLocaleString()}`}
        </button>
      )}
    </span>
  )
}

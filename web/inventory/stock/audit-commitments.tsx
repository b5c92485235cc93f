import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { CommittedToOrders } from '#shared/inventory/stock/audits-api.ts'
import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { AuditValues } from './audit-values.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type AuditHoldersProps = { form: UseFormReturn<AuditValues>; held: CommittedToOrders }

/** The orders that have reserved the goods; selected ones lose their reservation and wait for stock. */
export function AuditCommitments({ form, held }: AuditHoldersProps) {
  const release = useWatch({ control: form.control, name: 'release' })
  const stays = (chosen: readonly string[]) =>
    held.holders.reduce((sum, holder) => sum - (chosen.includes(holder.id) ? holder.quantity : 0), held.committed)
  function toggle(id: string, isOn: boolean) {
    const chosen = isOn ? [...release, id] : release.filter((one) => one !== id)
    form.setValue('release', chosen, { shouldDirty: true })
    form.setValue('committedQuantity', stays(chosen), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Notice tone="warn" title={`${held.committed.toLocaleString()} pieces are reserved for open documents`}>
      <p className="text-pretty">
        The reserved quantity follows from open documents. Select the orders to release: they wait for stock and their
        invoices are voided. {stays(release).toLocaleString()} stay reserved.
      </p>
      <fieldset className="mt-3 flex flex-col gap-2 text-primary">
        <legend className="sr-only">Orders to release</legend>
        {held.holders.map(({ id, number, status, customer, quantity, whyKept }) => (
          <CheckboxField
            key={id}
            label={`${number ?? 'Another document'}: ${quantity.toLocaleString()} pieces`}
            help={
              whyKept ??
              [customer, status && (orderStatusNames[status as OrderStatus] ?? status)].filter(Boolean).join(' · ')
            }
            disabled={whyKept !== null}
            checked={release.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
    </Notice>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { ageNames } from '#shared/invoicing/ageing.ts'
import { type Balance, balancesApi } from '#shared/invoicing/balances-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { TakePaymentDialog } from '#web/invoicing/public/take-payment-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SwitchField } from '#web/ui/choice-field.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** What a customer owes, their credit, overdue amounts and credit limit; only for users who can view invoices. */
export function BalanceCard({ accountId, name }: { accountId: string; name: string }) {
  const maySee = useCan('invoices.view')
  const { data, error, isFetching, refetch } = useApiQuery(
    balancesApi.getBalance,
    { params: { id: accountId } },
    { enabled: maySee },
  )
  if (!maySee) return null
  if (error)
    return (
      <Card title="Balance">
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data)
    return (
      <Card title="Balance">
        <SkeletonText lines={4} />
      </Card>
    )
  return <Shown accountId={accountId} name={name} balance={data} />
}

function Shown({ accountId, name, balance }: { accountId: string; name: string; balance: Balance }) {
  const { currency } = useSettings()
  const mayEdit = useCan('invoices.edit')
  const [paying, setPaying] = useState(false)
  const save = useApiMutation(balancesApi.putBilling, {})
  const change = (part: { taxExempt?: boolean; reminders?: boolean }) => {
    const { taxExempt, reminders, version } = balance
    save.submit({ params: { id: accountId }, body: { taxExempt, reminders, ...part }, version })
  }
  const money = (label: string, value: string) => ({ label, value: formatDecimalInput(value, 2), numeric: true })
  const limit = balance.creditLimit
  return (
    <Card
      title="Balance"
      help={`Amounts in ${currency}`}
      action={
        <Link to={paths.statement(accountId)} className="link text-table">
          Statement
        </Link>
      }
    >
      <DescriptionList
        facts={[
          money('Balance due', balance.due),
          ...balance.ages
            .filter(({ invoices }) => invoices > 0)
            .map(({ age, due }) => ({
              label: ageNames[age],
              value: (
                <Link className="link" to={`${paths.invoices}?account=${accountId}&age=${age}`}>
                  {formatDecimalInput(due, 2)}
                </Link>
              ),
              numeric: true,
            })),
          money('Credit', balance.credit),
          money('Balance', balance.balance),
          { label: 'Credit limit', value: limit === null ? 'None' : formatDecimalInput(limit, 2), numeric: true },
        ]}
      />
      {limit !== null && Number(balance.owed) > Number(limit) && (
        <p className="mt-3 text-table text-warn">
          {formatDecimalInput(balance.owed, 2)} counts against the limit. New orders need a reason.
        </p>
      )}
      {mayEdit && (
        <div className="mt-4 flex flex-col gap-3">
          <SwitchField
            label="Tax exempt"
            checked={balance.taxExempt}
            disabled={save.isPending}
            onCheckedChange={(taxExempt) => change({ taxExempt })}
          />
          <SwitchField
            label="Payment reminders"
            checked={balance.reminders}
            disabled={save.isPending}
            onCheckedChange={(reminders) => change({ reminders })}
          />
          <Button className="w-full" onClick={() => setPaying(true)}>
            Record payment
          </Button>
        </div>
      )}
      {paying && <TakePaymentDialog account={{ id: accountId, name }} close={() => setPaying(false)} />}
    </Card>
  )
}

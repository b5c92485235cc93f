import { type ReactNode, useEffect, useState } from 'react'
import { Controller, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { sentence } from '#web/api/field-errors.ts'
import type { FormRefusal } from '#web/api/form-refusal.ts'
import { paths } from '#web/paths.ts'
import { CustomerDialog } from '#web/pickers/customer-dialog.tsx'
import { CustomerPicker } from '#web/pickers/customer-picker.tsx'
import { OrderChargesEditor } from '#web/sales/order-charges-editor.tsx'
import { OrderFormFoot } from '#web/sales/order-form-foot.tsx'
import { orderProblems } from '#web/sales/order-problems.ts'
import { OrderLinesEditor } from '#web/sales/order-lines-editor.tsx'
import { OrderSumsEditor } from '#web/sales/order-sums-editor.tsx'
import { buyerOf, type OrderValues } from '#web/sales/order-values.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type OrderFormProps = {
  title: string
  form: UseFormReturn<OrderValues>
  refusal: FormRefusal
  busy: boolean
  /** The one that is edited. */
  order?: { id: string; number: string }
  /** A draft to restore. */
  notice?: ReactNode
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: OrderValues) => void
  onDiscard: () => void
}

/** The form of an order, new or edited. */
export function OrderForm({ title, form, refusal, busy, order, notice, savedTo, onSubmit, onDiscard }: OrderFormProps) {
  const { isDirty, errors, submitCount } = form.formState
  const mayAddCustomers = useCan('crm.edit')
  const [adding, setAdding] = useState<string | null>(null)
  const question = useLeaveGuard(isDirty && savedTo === undefined)
  const navigate = useNavigate()
  // After the guard has learnt that nothing is left to lose.
  useEffect(() => {
    if (savedTo !== undefined) void navigate(savedTo, { replace: true })
  }, [savedTo, navigate])
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.orders}>Sales orders</Link>
            {order && <Link to={paths.order(order.id)}>{order.number}</Link>}
          </Breadcrumbs>
        }
      />
      {notice}
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-6"
          onSubmit={form.handleSubmit((values) => {
            refusal.clear()
            onSubmit(values)
          })}
        >
          {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
          {submitCount > 0 && (
            <ErrorSummary problems={orderProblems(errors)} onGoTo={(name) => form.setFocus(name as 'customer')} />
          )}
          <Card title="Order">
            <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
              <Controller
                control={form.control}
                name="customer"
                render={({ field, fieldState }) => (
                  <CustomerPicker
                    label="Customer"
                    required
                    className="md:max-xl:col-span-2"
                    {...field}
                    onChange={(option) => field.onChange(option && buyerOf(option.account))}
                    {...(mayAddCustomers && { onCreate: setAdding })}
                    error={sentence('Customer', fieldState.error?.message)}
                  />
                )}
              />
              <TextField
                label="Requested date"
                type="date"
                {...form.register('requestedDate')}
                error={sentence('Requested date', errors.requestedDate?.message)}
              />
              <TextField
                label="Reference"
                autoComplete="off"
                placeholder="Their order number"
                {...form.register('reference')}
                error={sentence('Reference', errors.reference?.message)}
              />
            </div>
          </Card>
          <OrderLinesEditor />
          <OrderChargesEditor />
          <Card flush title="Total">
            <OrderSumsEditor />
          </Card>
          <Card>
            <TextAreaField
              label="Notes"
              rows={2}
              {...form.register('notes')}
              error={sentence('Notes', errors.notes?.message)}
            />
          </Card>
          <OrderFormFoot busy={busy} submitLabel={order ? 'Save changes' : 'Save order'} onDiscard={onDiscard} />
        </form>
      </FormProvider>
      {question}
      {adding !== null && (
        <CustomerDialog
          typed={adding}
          onSaved={(account) =>
            form.setValue('customer', buyerOf(account), { shouldDirty: true, shouldValidate: true })
          }
          close={() => setAdding(null)}
        />
      )}
    </>
  )
}

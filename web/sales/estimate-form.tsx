import { type ReactNode, useEffect } from 'react'
import { Controller, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { sentence } from '#web/api/field-errors.ts'
import type { FormRefusal } from '#web/api/form-refusal.ts'
import { paths } from '#web/paths.ts'
import { CustomerPicker } from '#web/pickers/customer-picker.tsx'
import type { EstimateValues } from '#web/sales/estimate-values.ts'
import { OrderChargesEditor } from '#web/sales/order-charges-editor.tsx'
import { OrderFormFoot } from '#web/sales/order-form-foot.tsx'
import { OrderLinesEditor } from '#web/sales/order-lines-editor.tsx'
import { orderProblems } from '#web/sales/order-problems.ts'
import { OrderSumsEditor } from '#web/sales/order-sums-editor.tsx'
import { buyerOf } from '#web/sales/order-values.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type EstimateFormProps = {
  title: string
  form: UseFormReturn<EstimateValues>
  refusal: FormRefusal
  busy: boolean
  /** The one that is edited. */
  estimate?: { id: string; number: string }
  notice?: ReactNode
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: EstimateValues) => void
  onDiscard: () => void
}

/** The form of an estimate, new or edited: an order's lines, offered until a day. */
export function EstimateForm(props: EstimateFormProps) {
  const { title, form, refusal, busy, estimate, notice, savedTo, onSubmit, onDiscard } = props
  const { isDirty, errors, submitCount } = form.formState
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
            <Link to={paths.estimates}>Estimates</Link>
            {estimate && <Link to={paths.estimate(estimate.id)}>{estimate.number}</Link>}
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
          <Card title="Estimate">
            <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
              <Controller
                control={form.control}
                name="customer"
                render={({ field, fieldState }) => (
                  <CustomerPicker
                    label="Customer"
                    required
                    creatable
                    className="md:max-xl:col-span-2"
                    {...field}
                    onChange={(option) => field.onChange(option && buyerOf(option.account))}
                    error={sentence('Customer', fieldState.error?.message)}
                  />
                )}
              />
              <TextField
                label="Valid until"
                type="date"
                required
                {...form.register('validUntil')}
                error={sentence('Valid until', errors.validUntil?.message)}
              />
              <TextField
                label="Reference"
                autoComplete="off"
                placeholder="Their request number"
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
              help="The customer reads them, on the document and by the link."
              {...form.register('notes')}
              error={sentence('Notes', errors.notes?.message)}
            />
          </Card>
          <OrderFormFoot busy={busy} submitLabel={estimate ? 'Save changes' : 'Save estimate'} onDiscard={onDiscard} />
        </form>
      </FormProvider>
      {question}
    </>
  )
}

import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type Lot, lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Drill } from '#shared/inventory/recalls/recall.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { lotOption } from '#web/inventory/lots/lot-picker.tsx'
import { RecallDrill } from './recall-drill.tsx'
import { RecallSearchFields } from './recall-search-fields.tsx'
import { recallBody, recallField, type RecallValues, searchOf } from './recall-values.ts'
import { paths } from '#web/paths.ts'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormSection } from '#web/ui/form-layout.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { NoRight, RecordSkeleton } from '#web/records/record-gate.tsx'
import { recallPlace } from '#web/records/record-places.ts'

const { drill: drillRoute, startRecall } = recallsApi

/** Starts a recall after one confirmation, or runs a drill, which shows what it would find and changes nothing. */
export default function RecallNewPage() {
  const mayEdit = useCan('inventory.edit')
  const [params] = useSearchParams()
  const lotId = params.get('lot')
  const lot = useApiQuery(lotsApi.getLot, { params: { id: lotId ?? '' } }, { enabled: mayEdit && lotId !== null })
  if (!mayEdit) return <NoRight title="Start a recall" place={recallPlace} />
  // If `?lot=` is unknown, the form opens without a lot.
  if (lotId !== null && lot.isPending) return <RecordSkeleton title="Start a recall" place={recallPlace} />
  return <RecallForm lot={lot.data} />
}

function RecallForm({ lot }: { lot: Lot | undefined }) {
  const navigate = useNavigate()
  const [drill, setDrill] = useState<Drill>()
  const [sure, setSure] = useState<RecallValues>()
  const form = useForm<RecallValues>({
    resolver: (values, context, options) =>
      bodyResolver<RecallValues>({
        schema: startRecall.spec.body,
        bodyOf: recallBody,
        fieldOf: recallField(values.by),
      })(values, context, options),
    mode: 'onTouched',
    defaultValues: {
      by: 'lots',
      lots: lot ? [lotOption(lot)] : [],
      supplier: null,
      receivedFrom: '',
      receivedTo: '',
      reason: '',
      instruction: '',
    },
  })
  const draft = useDraft('recall', form)
  const refusal = useFormRefusal(form, (path) => recallField(form.getValues('by'))(path))
  const rehearse = useApiMutation(drillRoute, { errors: 'page', onError: refusal.onError, onSuccess: setDrill })
  const start = useApiMutation(startRecall, {
    errors: 'page',
    onError: (error) => {
      setSure(undefined)
      refusal.onError(error)
    },
    onSuccess: ({ recall }) => {
      form.reset(form.getValues())
      draft.forget()
      void navigate(paths.recall(recall.id), { replace: true })
    },
  })
  async function runDrill() {
    refusal.clear()
    setDrill(undefined)
    const values = form.getValues()
    const fields = values.by === 'lots' ? (['lots'] as const) : (['supplier', 'receivedFrom', 'receivedTo'] as const)
    if (await form.trigger(fields, { shouldFocus: true })) rehearse.submit({ body: searchOf(values) })
  }
  return (
    <>
      <PageHeader
        title="Start a recall"
        help="A recall blocks every unit immediately. A drill shows and times the same without changing anything."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.products}>Inventory</Link>
            <Link to={paths.recalls}>Recalls</Link>
          </Breadcrumbs>
        }
      />
      {draft.notice}
      <FormProvider {...form}>
        <form
          noValidate
          data-chrome
          className="flex max-w-180 flex-col gap-6"
          onSubmit={form.handleSubmit((values) => {
            refusal.clear()
            setSure(values)
          })}
        >
          <RefusalNotice problem={refusal.problem} />
          <Card>
            <div className="flex flex-col gap-6">
              <FormSection title="Which goods">
                <RecallSearchFields />
              </FormSection>
              <FormSection title="Notice to customers" help="Not needed for a drill.">
                <FormTextAreaField label="Reason" required rows={2} control={form.control} name="reason" />
                <FormTextAreaField
                  label="Instruction"
                  required
                  rows={3}
                  help="What customers should do with the goods."
                  control={form.control}
                  name="instruction"
                />
              </FormSection>
              <div className="flex flex-wrap justify-end gap-2">
                <Button busy={rehearse.isPending} onClick={() => void runDrill()}>
                  Run a drill
                </Button>
                <Button type="submit" variant="danger">
                  Start recall
                </Button>
              </div>
            </div>
          </Card>
        </form>
      </FormProvider>
      {drill && <RecallDrill drill={drill} />}
      <ConfirmDialog
        open={sure !== undefined}
        onOpenChange={(open) => !open && setSure(undefined)}
        title="Start recall and block stock?"
        confirmLabel="Start recall"
        danger
        busy={start.isPending}
        onConfirm={() => sure && start.submit({ body: recallBody(sure) })}
      >
        The lots, and everything made from them, can no longer be reserved or shipped. Affected orders take other lots
        or wait for stock. No customer is notified yet: choose whom to notify on the next page.
      </ConfirmDialog>
    </>
  )
}

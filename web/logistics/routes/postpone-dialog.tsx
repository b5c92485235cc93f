import { useForm } from 'react-hook-form'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'

type Values = { reason: string; afterStopId: string }
const bodyOf = ({ reason, afterStopId }: Values) => ({ reason, afterStopId: afterStopId || null })

/** The only change of the order of stops on a started route: serves a stop later, with a reason. */
export function PostponeDialog({ route, stop, close }: { route: Route; stop: RouteStop; close: () => void }) {
  const others = route.routeStops.filter((one) => one.finishedAt === null && one.id !== stop.id)
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: routesApi.postponeStop.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { reason: '', afterStopId: '' },
  })
  const refusal = useFormRefusal(form)
  const postpone = useApiMutation(routesApi.postponeStop, {
    successMessage: () => `${stop.account.name} postponed`,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: close,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Postpone ${stop.account.name}?`}
      description="The stop is served later, and the ETA of the other stops changes. The driver sees it at once."
      submitLabel="Postpone stop"
      busy={postpone.isPending}
      onSubmit={(values) => postpone.submit({ params: { id: route.id, stopId: stop.id }, body: bodyOf(values) })}
      close={close}
    >
      <FormSelectField label="Serve it" control={form.control} name="afterStopId">
        <option value="">Last</option>
        {others.map(({ id, sequence, account }) => (
          <option key={id} value={id}>
            After {sequence} {account.name}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        help="Shown in the history of the route."
        control={form.control}
        name="reason"
      />
    </TransitionDialog>
  )
}

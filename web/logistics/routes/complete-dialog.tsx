import { useForm } from 'react-hook-form'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'

type Values = { drivenKm: number | null }

/** Completes a route, with the distance driven. */
export function CompleteDialog({ route, close }: { route: Route; close: () => void }) {
  const { id, number, delivered, failed, stops } = route
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: routesApi.completeRoute.spec.body }),
    mode: 'onTouched',
    defaultValues: { drivenKm: null },
  })
  const refusal = useFormRefusal(form)
  const complete = useApiMutation(routesApi.completeRoute, {
    successMessage: () => `${number} is now: Completed`,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: close,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Complete ${number}?`}
      description={`${delivered} of ${stops} delivered.${
        failed > 0
          ? ` The goods of ${failed === 1 ? '1 failed delivery' : `${failed} failed deliveries`} come back.`
          : ''
      }`}
      submitLabel="Complete route"
      busy={complete.isPending}
      onSubmit={(body) => complete.submit({ params: { id }, body })}
      close={close}
    >
      <FormNumberField
        control={form.control}
        name="drivenKm"
        label="Driven distance"
        unit="km"
        help="From the odometer, if it is known."
      />
    </TransitionDialog>
  )
}

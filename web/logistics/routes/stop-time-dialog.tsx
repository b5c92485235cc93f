import { useForm } from 'react-hook-form'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'

type Values = { serviceMinutes: number | null }

/** Sets the service time of a stop of a planned route. */
export function ServiceDialog({ route, stop, close }: { route: Route; stop: RouteStop; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: routesApi.changeStop.spec.body }),
    mode: 'onTouched',
    defaultValues: { serviceMinutes: stop.serviceMinutes },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(routesApi.changeStop, {
    successMessage: () => `Service time of ${stop.account.name} changed`,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: close,
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Service time at ${stop.account.name}`}
      description="How long the driver stays there. The ETA of the later stops changes."
      submitLabel="Save service time"
      busy={save.isPending}
      onSubmit={({ serviceMinutes }) =>
        save.submit({
          params: { id: route.id, stopId: stop.id },
          body: { serviceMinutes: serviceMinutes ?? 0 },
          version: route.version,
        })
      }
      close={close}
    >
      <FormNumberField control={form.control} name="serviceMinutes" label="Service time" required unit="minutes" />
    </TransitionDialog>
  )
}

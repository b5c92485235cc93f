import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { bodyResolver } from './body-resolver.ts'
import { useFormRefusal } from './form-refusal.ts'
import { TransitionDialog, type TransitionDialogProps } from './transition-dialog.tsx'
import { type Submission, useApiMutation } from '#web/api/mutation.ts'
import { FormTextAreaField } from './form-fields.tsx'

type Values = { reason: string }
type Reasoned = RouteSpec & { body: z.ZodType<Values> }

type Shown = 'title' | 'description' | 'submitLabel' | 'closeLabel' | 'danger' | 'size' | 'disabled' | 'close'
type ReasonedDialogProps<S extends Reasoned> = Pick<TransitionDialogProps<Values>, Shown> & {
  route: Route<S>
  /** What is sent with the reason. */
  sent: Omit<Submission<S>, 'body'>
  /** Toast text after success. */
  successMessage: (reply: Reply<S>) => string
  onDone?: (reply: Reply<S>) => void
  /** Where the reason will be shown. */
  help?: string
  /** Content above the field. */
  children?: ReactNode
}

/** Asks for the reason of a reversal or cancellation, and executes it. Mount it to open it. */
export function ReasonPromptDialog<S extends Reasoned>(props: ReasonedDialogProps<S>) {
  const { route, sent, successMessage, onDone, help, children, ...dialog } = props
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: route.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const act = useApiMutation(route, {
    successMessage,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (reply) => {
      dialog.close()
      onDone?.(reply)
    },
  })
  return (
    <TransitionDialog
      {...dialog}
      form={form}
      refusal={refusal}
      busy={act.isPending}
      onSubmit={(body) => act.submit({ ...sent, body } as unknown as Submission<S>)}
    >
      {children}
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        {...(help && { help })}
        control={form.control}
        name="reason"
      />
    </TransitionDialog>
  )
}

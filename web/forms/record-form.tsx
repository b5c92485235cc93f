import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import type { byId } from '#shared/fields.ts'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { type BodyForm, bodyResolver } from './body-resolver.ts'
import { type Edited, useEditConflict } from './conflict.tsx'
import { type FormRefusal, useFormRefusal } from './form-refusal.ts'
import type { SavedRecord } from './latest-record.ts'
import { type Submission, useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { useDraft } from '#web/session/draft.tsx'

/** A record as it is saved now, for a form that edits it: never as the cache remembers it. */
export function useSavedRecord<S extends RouteSpec & { params: typeof byId }>(
  route: Route<S>,
  id: string,
  enabled = true,
) {
  const [opened] = useState(Date.now)
  const query = useQuery({
    ...apiQuery(route, { params: { id } } as unknown as Omit<Call<S>, 'body'>),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  // A later request that fails leaves what was opened as it is.
  return { query, saved: query.dataUpdatedAt >= opened ? query.data : undefined }
}

/** Opens a form anew: `round` is its key, which `onReload` changes once what is saved was asked for again. */
export function useRounds(id: string, query: { refetch: () => Promise<unknown> }) {
  const [round, setRound] = useState(0)
  return { round: `${id} ${round}`, onReload: () => void query.refetch().then(() => setRound(round + 1)) }
}

/** What the page of a form needs to know; PageForm takes all of it. */
export type FormState<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  busy: boolean
  /** A draft to restore, or that somebody else has saved. */
  notice: ReactNode
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: Values) => void
  onDiscard: () => void
}

type BodyOf<S extends RouteSpec> = Call<S> extends { body?: infer Body } ? NonNullable<Body> : never

type Common<Values extends FieldValues, S extends RouteSpec> = Pick<BodyForm<Values>, 'fieldOf'> & {
  /** Its body judges the form. */
  route: Route<S>
  /** The words for what was saved. */
  successMessage: (saved: Reply<S>) => string
  /** Where it is shown. */
  page: (saved: Reply<S>) => string
}

function useRecordForm<Values extends FieldValues, S extends RouteSpec>(
  { route, fieldOf = (path) => path }: Common<Values, S>,
  start: Values,
  bodyOf: (values: Values) => BodyOf<S>,
) {
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: route.spec.body as z.ZodType, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: start as DefaultValues<Values>,
  })
  return { form, refusal: useFormRefusal(form, (path) => fieldOf(path, form.getValues())) }
}

type NewRecord<Values extends FieldValues, S extends RouteSpec> = Common<Values, S> & {
  /** What the form opens with, and goes back to. */
  start: Values
  bodyOf: (values: Values) => BodyOf<S>
  /** What its draft is called in this browser. */
  draft: string
  /** What else is to be done with it. */
  onSaved?: (saved: Reply<S>) => void
}

/** The form of a new record: what is typed is kept as a draft until it is saved. */
export function useNewRecord<Values extends FieldValues, S extends RouteSpec>(
  choices: NewRecord<Values, S>,
): FormState<Values> {
  const { route, bodyOf, successMessage, page } = choices
  const { form, refusal } = useRecordForm(choices, choices.start, bodyOf)
  const draft = useDraft(choices.draft, form)
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(route, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved) => {
      toast.success(successMessage(saved))
      form.reset(form.getValues())
      draft.forget()
      choices.onSaved?.(saved)
      setSavedTo(page(saved))
    },
  })
  return {
    form,
    refusal,
    busy: create.isPending,
    notice: draft.notice,
    savedTo,
    onSubmit: (values) => create.submit({ body: bodyOf(values) } as unknown as Submission<S>),
    onDiscard: () => {
      form.reset()
      draft.forget()
    },
  }
}

type EditedRecord<Values extends FieldValues, S extends RouteSpec, R extends SavedRecord> = Common<Values, S> &
  Edited<Values, R> & {
    record: R
    /** The record in one word: "product". */
    what: string
    /** `base`: what the values are an edit of. */
    bodyOf: (values: Values, base: R) => BodyOf<S>
    onReload: () => void
  }

/** The form of a saved record. What was opened stays the base of the edit; render `dialog` beside it, for when another was faster. */
export function useEditedRecord<
  Values extends FieldValues,
  S extends RouteSpec & { params: typeof byId; ifMatch: true },
  R extends SavedRecord,
>(choices: EditedRecord<Values, S, R>): FormState<Values> & { dialog: ReactNode } {
  const { route, record, startOf, asOne, blank, tables, bodyOf, successMessage, page, what, onReload } = choices
  const [start] = useState(() => startOf(record))
  const { form, refusal } = useRecordForm(choices, start, (values) => bodyOf(values, record))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(route, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved) => {
      toast.success(successMessage(saved))
      setSavedTo(page(saved))
    },
  })
  const submit = (values: Values, base: R) => {
    const sent = { params: { id: record.id }, body: bodyOf(values, base), version: base.version }
    update.submit(sent as unknown as Submission<S>)
  }
  const { base = record, ...conflict } = useEditConflict<Values, R>({
    record,
    startOf,
    asOne,
    blank,
    tables,
    form,
    what,
    refusal,
    isSaving: update.isPending || savedTo !== undefined,
    onReload,
    onOverwrite: submit,
  })
  return {
    form,
    refusal,
    busy: update.isPending,
    notice: conflict.notice,
    savedTo,
    onSubmit: (values) => submit(values, base),
    onDiscard: () => form.reset(),
    dialog: conflict.dialog,
  }
}

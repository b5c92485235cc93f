import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
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

/** Loads a record for its edit form, always from the server and never from the cache. */
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
  // If a later refetch fails, the form keeps the record that it was opened with.
  return { query, saved: query.dataUpdatedAt >= opened ? query.data : undefined }
}

/** Reopens a form: `round` is the form's React key, which `onReload` changes after refetching the record. */
export function useRounds(id: string, query: { refetch: () => Promise<unknown> }) {
  const [round, setRound] = useState(0)
  return { round: `${id} ${round}`, onReload: () => void query.refetch().then(() => setRound(round + 1)) }
}

/** The props that a form page passes on to PageForm. */
export type FormState<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  busy: boolean
  /** Notice of a draft to restore, or of a newer version saved by someone else. */
  notice: ReactNode
  /** Set after saving: the page to go to. */
  savedTo: string | undefined
  onSubmit: (values: Values) => void
  onDiscard: () => void
}

type BodyOf<S extends RouteSpec> = Call<S> extends { body?: infer Body } ? NonNullable<Body> : never

type Common<Values extends FieldValues, S extends RouteSpec> = Pick<BodyForm<Values>, 'fieldOf'> & {
  /** The call; the schema of its body validates the form. */
  route: Route<S>
  /** Toast text after success. */
  successMessage: (saved: Reply<S>) => string
  /** The page of the saved record. */
  page: (saved: Reply<S>) => string
}

function useRecordForm<Values extends FieldValues, S extends RouteSpec>(
  { route, fieldOf = (path) => path }: Common<Values, S>,
  start: Values,
  bodyOf: (values: Values) => BodyOf<S>,
) {
  const form: UseFormReturn<Values> = useForm<Values>({
    resolver: bodyResolver({
      schema: route.spec.body as z.ZodType,
      bodyOf,
      fieldOf,
      errorOf: (field) => form.getFieldState(field as Path<Values>).error,
    }),
    mode: 'onTouched',
    defaultValues: start as DefaultValues<Values>,
  })
  return { form, refusal: useFormRefusal(form, (path) => fieldOf(path, form.getValues())) }
}

type NewRecord<Values extends FieldValues, S extends RouteSpec> = Common<Values, S> & {
  /** Initial values, restored by Discard. */
  start: Values
  bodyOf: (values: Values) => BodyOf<S>
  /** Key of the draft in local storage. */
  draft: string
  /** Further actions after saving. */
  onSaved?: (saved: Reply<S>) => void
}

/** The form of a new record: stores a draft until it is saved. */
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
    /** The record's type in one word: "product". */
    what: string
    /** `base`: the version that the values are an edit of. */
    bodyOf: (values: Values, base: R) => BodyOf<S>
    onReload: () => void
  }

/**
 * The form of an existing record. The opened version stays the base of the edit; render `dialog`, for version conflicts,
 * beside the form.
 */
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

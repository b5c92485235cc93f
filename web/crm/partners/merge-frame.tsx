import { type ComponentType, type ReactNode, useState } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { MissingPart } from '#web/api/missing-parts.tsx'
import type { Duplicates } from '#web/crm/public/use-duplicates.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

export type GoingProps = {
  label: string
  required: true
  value: ComboboxOption | null
  onChange: (option: ComboboxOption | null) => void
  error: string | undefined
}

type FoundRead = { error: ApiError | null; isFetching: boolean; refetch: () => unknown }

type MergeFrameProps<Row extends { id: string; name: string }, Field extends string> = {
  /** The kind of record: "customer". */
  one: string
  kept: Row
  /** Likely duplicates, offered first. */
  duplicates: Duplicates
  /** Picks the record to merge into this one. */
  picker: ComponentType<GoingProps>
  going: ComboboxOption | null
  onGoing: (option: ComboboxOption | null) => void
  /** Both records in their current state, once the other is chosen. */
  found: { kept: Row; other: Row } | undefined
  /** The query of both records, once the other is chosen. */
  read: FoundRead | undefined
  /** Why the merge was refused. */
  problem: string | undefined
  /** The labels of the fields in their order, and the format of each value. */
  fields: Record<Field, string>
  shown: Record<Field, (row: Row) => string>
  /** What is transferred, shown before the merge. */
  moving: ReactNode
  busy: boolean
  /** `take`: the fields that get the other record's value. */
  onMerge: (found: { kept: Row; other: Row }, take: Field[]) => void
  close: () => void
}

/** Merges two records: first shows which one is removed, which value of each field is kept, and what is transferred. */
export function MergeFrame<Row extends { id: string; name: string }, Field extends string>(
  props: MergeFrameProps<Row, Field>,
) {
  const {
    one,
    kept,
    duplicates,
    picker: Going,
    going,
    onGoing,
    found,
    fields,
    shown,
    read,
    problem,
    busy,
    close,
  } = props
  const [chosen, setChosen] = useState<ReadonlyMap<Field, 'kept' | 'other'>>(new Map())
  const isSame = going?.id === kept.id
  const names = Object.keys(fields) as Field[]
  const differing = found ? names.filter((field) => shown[field](found.kept) !== shown[field](found.other)) : []
  const alike = duplicates.found.filter(({ id }) => id !== kept.id)
  function choose(option: ComboboxOption | null) {
    setChosen(new Map())
    onGoing(option)
  }
  /** By default, uses the other record's value if this one has none. */
  const isTaken = (field: Field) => {
    const choice = chosen.get(field)
    return choice ? choice === 'other' : found !== undefined && shown[field](found.kept) === ''
  }
  return (
    <Dialog
      open
      size="lg"
      title={`Merge into ${kept.name}`}
      description={`The other ${one} is deleted and all its records move here. Old links lead here.`}
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Going
          label={`${one[0]?.toUpperCase()}${one.slice(1)} to merge`}
          required
          value={going}
          onChange={choose}
          error={isSame ? 'Choose a different one' : undefined}
        />
        {(!going || isSame) && <MissingPart what={`similar ${one}s`} read={duplicates.read} />}
        {(!going || isSame) && alike.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <span className="text-muted">Possible duplicates:</span>
            {alike.map(({ id, name, about }) => (
              <Button key={id} size="sm" onClick={() => choose({ id, label: name })}>
                {about ? `${name}, ${about}` : name}
              </Button>
            ))}
          </div>
        )}
        {read && !found && <Awaited one={one} read={read} />}
        {found && differing.length > 0 && (
          <div className="flex flex-col gap-2">
            <p className="font-medium text-sm">Which values stay</p>
            <div className="flex flex-col divide-y divide-line rounded-lg border border-line">
              {differing.map((field) => (
                <Choice
                  key={field}
                  label={fields[field]}
                  name={`merge-${field}`}
                  values={[shown[field](found.kept), shown[field](found.other)]}
                  isOther={isTaken(field)}
                  onChange={(isOther) => setChosen(new Map(chosen).set(field, isOther ? 'other' : 'kept'))}
                />
              ))}
            </div>
          </div>
        )}
        {found && (
          <Notice title="What moves">
            {props.moving} <strong>A merge can't be undone.</strong>
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="danger"
          busy={busy}
          disabled={!found}
          onClick={() => found && props.onMerge(found, differing.filter(isTaken))}
        >
          Merge {one}s
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Awaited({ one, read: { error, isFetching, refetch } }: { one: string; read: FoundRead }) {
  if (!error) return <SkeletonText lines={5} />
  return (
    <ErrorState
      what={`The ${one}`}
      className="py-4"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

type ChoiceProps = {
  label: string
  name: string
  values: [kept: string, other: string]
  isOther: boolean
  onChange: (isOther: boolean) => void
}

function Choice({ label, name, values, isOther, onChange }: ChoiceProps) {
  return (
    <fieldset className="grid grid-cols-[9rem_1fr_1fr] items-start gap-3 px-3 py-2 text-sm max-sm:grid-cols-1">
      <legend className="float-left text-muted max-sm:w-full">{label}</legend>
      {values.map((value, at) => (
        <label key={at === 0 ? 'kept' : 'other'} className="flex min-h-6 min-w-0 items-start gap-2">
          <input
            type="radio"
            name={name}
            className="mt-1 accent-accent"
            checked={isOther === (at === 1)}
            onChange={() => onChange(at === 1)}
          />
          <span className="min-w-0 break-words">{value || <span className="text-muted">Nothing</span>}</span>
        </label>
      ))}
    </fieldset>
  )
}

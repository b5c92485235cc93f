import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  labelLayouts,
  type LabelLayoutName,
  labelLayoutNames,
  labelsPerPage,
} from '#shared/inventory/labels/label-layouts.ts'
import { labelsApi, LabelsInput, type LabelPreview, type LabelRequest } from '#shared/inventory/labels/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { download } from '#web/api/download.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { LabelCopies } from './label-copies.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Format = 'pdf' | 'zpl'
/** The maximum that the server renders in a preview. */
const previewed = 6
/** With a name, each label has its own number of copies; `copies` is the initial one. */
export type LabelOfRecord = Pick<LabelRequest, 'type' | 'id'> & { name?: string; copies?: number }
type LabelDialogProps = { labels: readonly LabelOfRecord[]; close: () => void }

/** Prints labels, with size, number of copies and a preview. */
export default function LabelDialog({ labels: wanted, close }: LabelDialogProps) {
  const [labels] = useState(() => wanted.map(({ type, id }) => ({ type, id })))
  const hasNames = wanted.some(({ name }) => name !== undefined)
  const [ofEach, setOfEach] = useState<(number | null)[]>(() => wanted.map(({ copies = 1 }) => copies))
  const [layout, setLayout] = useState<LabelLayoutName>('a4-24')
  const [symbol, setSymbol] = useState<'datamatrix' | 'qr'>('datamatrix')
  const [copies, setCopies] = useState<number | null>(1)
  const [start, setStart] = useState<number | null>(1)
  const [busy, setBusy] = useState<Format>()
  const [problem, setProblem] = useState<{ path: string; message: string; at?: number }>()
  const isSheet = labelsPerPage(labelLayouts[layout]) > 1
  const preview = useQuery({
    queryKey: [labelsApi.previewLabels.path, labels, symbol],
    queryFn: ({ signal }) =>
      call(labelsApi.previewLabels, { body: { labels: labels.slice(0, previewed), symbol } }, { signal, quiet: true }),
  })

  async function print(format: Format) {
    const chosen = labels
      .map((label, at) => ({ ...label, copies: (hasNames ? ofEach[at] : copies) as number, at }))
      .filter((label) => !(hasNames && label.copies === 0))
    const body = {
      labels: chosen.map(({ type, id, copies: count }) => ({ type, id, copies: count })),
      layout,
      symbol,
      format,
      start: isSheet ? (start as number) : 1,
    }
    const [issue] = LabelsInput.safeParse(body).error?.issues ?? []
    const place = issue?.path[0] === 'labels' ? chosen[Number(issue.path[1])]?.at : undefined
    setProblem(
      issue && {
        path: String(issue.path.at(-1)),
        message: issue.message,
        ...(place !== undefined && { at: place }),
      },
    )
    if (issue) return
    setBusy(format)
    try {
      await download(labelsApi.printLabels, { body }, `labels.${format}`)
    } catch (error) {
      if (!(error instanceof ApiError && isReportedGlobally(error)))
        setProblem({ path: '', message: error instanceof Error ? error.message : String(error) })
    }
    setBusy(undefined)
  }
  const errorOf = (path: string, label: string) =>
    problem?.path === path ? sentence(label, problem.message) : undefined
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Print labels"
      description={labels.length === 1 ? undefined : `${labels.length.toLocaleString()} different labels`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void print('pdf')
        }}
      >
        <DialogBody>
          {problem && !['copies', 'start'].includes(problem.path) && (
            <Notice tone="bad">
              {problem.path === 'labels' ? sentence('Labels', problem.message) : problem.message}
            </Notice>
          )}
          <FieldRow>
            <SelectField
              label="Size"
              value={layout}
              onChange={(event) => setLayout(event.target.value as LabelLayoutName)}
            >
              {labelLayoutNames.map((name) => (
                <option key={name} value={name}>
                  {labelLayouts[name].name}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Symbol"
              value={symbol}
              onChange={(event) => setSymbol(event.target.value as typeof symbol)}
            >
              <option value="datamatrix">DataMatrix</option>
              <option value="qr">QR code</option>
            </SelectField>
          </FieldRow>
          <FieldRow>
            {!hasNames && (
              <NumberField
                label="Copies of each"
                value={copies}
                onChange={setCopies}
                inputMode="numeric"
                error={errorOf('copies', 'Copies')}
              />
            )}
            {isSheet && (
              <NumberField
                label="First label at"
                value={start}
                onChange={setStart}
                inputMode="numeric"
                help="For partly used sheets; PDF only"
                error={errorOf('start', 'First label')}
              />
            )}
          </FieldRow>
          {hasNames && (
            <LabelCopies
              lines={wanted.map(({ id, name = '' }, at) => ({
                key: id,
                name,
                copies: ofEach[at] ?? null,
                error: problem?.at === at ? errorOf('copies', 'Copies') : undefined,
              }))}
              onChange={(at, value) => setOfEach(ofEach.with(at, value))}
            />
          )}
          {preview.data ? (
            <Previews labels={preview.data.labels} more={labels.length - preview.data.labels.length} />
          ) : preview.error ? (
            <ErrorState
              what="The preview"
              error={preview.error}
              onRetry={() => void preview.refetch()}
              retrying={preview.isFetching}
            />
          ) : (
            <Skeleton className="h-32 w-full" />
          )}
        </DialogBody>
        <DialogFooter>
          <Button className="max-md:hidden" onClick={close}>
            Close
          </Button>
          <Button busy={busy === 'zpl'} onClick={() => void print('zpl')}>
            Download ZPL
          </Button>
          <Button type="submit" variant="primary" busy={busy === 'pdf'}>
            Download PDF
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function Previews({ labels, more }: { labels: readonly LabelPreview[]; more: number }) {
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Preview" className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {labels.map((label) => (
          <li key={label.code + label.title} className="flex gap-3 rounded-md border border-line bg-card p-3">
            <img
              src={`data:image/png;base64,${label.png}`}
              alt={`Symbol of ${label.code}`}
              className="size-20 shrink-0 rounded-sm bg-white [image-rendering:pixelated]"
            />
            <div className="min-w-0">
              <p className="line-clamp-2 font-medium">{label.title}</p>
              {label.lines.map((line) => (
                <p key={line} className="truncate text-secondary text-table">
                  {line}
                </p>
              ))}
              <p className="break-all text-muted text-xs">{label.code}</p>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted text-table">and {more.toLocaleString()} more</p>}
    </div>
  )
}

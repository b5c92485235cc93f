import { useState } from 'react'
import { toast } from 'sonner'
import { maxDocuments } from '#shared/delivery/documents.ts'
import type { Call, Route, RouteSpec } from '#shared/http/route.ts'
import { ApiError } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { untilClosed } from '#web/ui/toasts/toaster.tsx'
import { zipEntryCounter } from './zip-entries.ts'
import { newId } from '#web/api/new-id.ts'

type ZipButtonProps<S extends RouteSpec> = {
  label: string
  /** The call that renders the documents, and its input. */
  route: Route<S>
  input: Call<S>
  /** Number of selected rows that have a document, and their name. */
  count: number
  one: string
  many: string
  /** Text about rows without a document. */
  without?: string | undefined
  /** File name without extension. */
  name: string
}

/** Downloads the documents of the selected rows as a zip of PDFs; a toast shows the progress, on any page. */
export function ZipButton<S extends RouteSpec>(props: ZipButtonProps<S>) {
  const { label, route, input, count, one, many, without, name } = props
  const [busy, setBusy] = useState(false)
  async function save() {
    if (count === 0) return toast.error(without ?? `There are no ${many}.`)
    if (count > maxDocuments)
      return toast.error(`At most ${maxDocuments} ${many} at once, and there are ${count.toLocaleString()}.`)
    setBusy(true)
    const notice = progressNotice(many, count)
    try {
      const isSaved = await download(route, input, `${name}.zip`, notice)
      if (isSaved) notice.end('success', `${count.toLocaleString()} ${count === 1 ? one : many} downloaded`, without)
      else notice.end('info', 'The download was cancelled')
    } catch (error) {
      notice.dismiss()
      if (!(error instanceof ApiError)) throw error
      const [problem] = Object.values(error.fields)
      if (problem) toast.error(`Not downloaded: ${problem}.`)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}

function progressNotice(many: string, count: number) {
  const id = newId()
  const cancelling = new AbortController()
  const counter = zipEntryCounter()
  let shown = -1
  const show = (made: number) => {
    if (made === shown) return
    shown = made
    toast.loading(`Preparing PDFs: ${made.toLocaleString()} of ${count.toLocaleString()}`, {
      ...untilClosed,
      closeButton: false,
      id,
      description: (
        <ProgressBar label={`PDFs of ${many}`} value={Math.floor((made / count) * 100)} className="mt-1 w-48" />
      ),
      action: (
        <Button size="sm" className="ml-auto shrink-0" onClick={() => cancelling.abort()}>
          Cancel
        </Button>
      ),
    })
  }
  show(0)
  return {
    signal: cancelling.signal,
    arrived: (piece: Uint8Array) => show(Math.min(count, counter(piece))),
    end: (kind: 'success' | 'info', text: string, description: string | null = null) =>
      void toast[kind](text, { id, description, action: null, duration: 4000, closeButton: true }),
    dismiss: () => void toast.dismiss(id),
  }
}

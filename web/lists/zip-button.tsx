import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { maxDocuments } from '#shared/delivery/documents.ts'
import type { Call, Route, RouteSpec } from '#shared/http/route.ts'
import { ApiError } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'

type ZipButtonProps<S extends RouteSpec> = {
  label: string
  /** Draws them; what it is sent. */
  route: Route<S>
  input: Call<S>
  /** Of how many ticked rows there is something to draw, and what they are called. */
  count: number
  one: string
  many: string
  /** What is left out, in words. */
  without?: string | undefined
  /** The file, without its ending. */
  name: string
}

/** The documents of the ticked rows as one zip of PDFs. */
export function ZipButton<S extends RouteSpec>(props: ZipButtonProps<S>) {
  const { label, route, input, count, one, many, without, name } = props
  const [busy, setBusy] = useState(false)
  async function save() {
    if (count === 0) return toast.error(without ?? `There are no ${many}.`)
    if (count > maxDocuments)
      return toast.error(`At most ${maxDocuments} ${many} at once, and there are ${count.toLocaleString()}.`)
    setBusy(true)
    try {
      await download(route, input, `${name}.zip`)
      toast.success(`${count.toLocaleString()} ${count === 1 ? one : many} downloaded`, { description: without })
    } catch (error) {
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
      <FileDown aria-hidden />
      {label}
    </Button>
  )
}

import { Undo2 } from 'lucide-react'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the selected lines of a review back to be counted again. */
export function RecountButton({ id, lines, onDone }: { id: string; lines: readonly string[]; onDone: () => void }) {
  const recount = useApiMutation(countsApi.recountLines, { onSuccess: onDone })
  return (
    <Button
      size="sm"
      busy={recount.isPending}
      onClick={() => recount.submit({ params: { id }, body: { lines: [...lines] } })}
    >
      <Undo2 aria-hidden />
      Count again
    </Button>
  )
}

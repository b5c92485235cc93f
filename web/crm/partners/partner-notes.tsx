import { Card } from '#web/ui/card.tsx'

/** The notes about a customer or supplier, if there are any. */
export function PartnerNotes({ notes, title = 'Notes' }: { notes: string | null; title?: string }) {
  if (!notes) return null
  return (
    <Card title={title}>
      <p className="whitespace-pre-line text-pretty text-secondary">{notes}</p>
    </Card>
  )
}

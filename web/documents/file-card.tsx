import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

export type DocumentFile = { name: string; href: string; note?: ReactNode }

/** The PDFs of a document, and its print view. */
export function FileCard({ files = [], hasPrint = false }: { files?: readonly DocumentFile[]; hasPrint?: boolean }) {
  if (files.length === 0 && !hasPrint) return null
  return (
    <div data-chrome>
      <Card title="Documents">
        <ul className="flex flex-col gap-2 text-table">
          {files.map(({ name, href, note }) => (
            <li key={href}>
              <a className="link" href={href} download>
                {name} (PDF)
              </a>
              {note && <span className="block text-muted text-xs">{note}</span>}
            </li>
          ))}
          {hasPrint && (
            <li className="flex items-center justify-between gap-3">
              <span>Printable copy with lots</span>
              <Button size="sm" onClick={() => window.print()}>
                Print
              </Button>
            </li>
          )}
        </ul>
      </Card>
    </div>
  )
}

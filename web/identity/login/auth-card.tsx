import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { pageTitleId } from '#web/ui/page-header.tsx'

type AuthCardProps = { title: string; help?: ReactNode; children: ReactNode; footer?: ReactNode }

/** The card of the pages before login. */
export function AuthCard({ title, help, children, footer }: AuthCardProps) {
  return (
    <>
      <Card>
        <div className="flex flex-col gap-5 p-1 max-md:p-0">
          <header className="flex flex-col gap-1">
            <h1 id={pageTitleId} tabIndex={-1} className="text-balance font-semibold text-xl tracking-tight">
              {title}
            </h1>
            {help && <p className="text-pretty text-secondary">{help}</p>}
          </header>
          {children}
        </div>
      </Card>
      {footer && <div className="text-center text-secondary text-table">{footer}</div>}
    </>
  )
}

/** A link in running text. */
export const linkClass =
  'inline-flex min-h-6 max-md:min-h-10 items-center rounded-sm font-medium text-accent-text underline-offset-2 hover:underline'

import { Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LabelOfRecord } from './label-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

const LabelDialog = lazy(() => import('./label-dialog.tsx'))

type LabelButtonProps = { labels: readonly LabelOfRecord[]; size?: 'sm' | 'md' }

/** Opens the label dialog for the record of a page or for the selected rows. */
export function LabelButton({ labels, size = 'md' }: LabelButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        <Tag aria-hidden />
        Labels
      </Button>
      {isOpen && (
        <Suspense>
          <LabelDialog labels={labels} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { LoaderCircle } from 'lucide-react'
import { cn } from './class-names.ts'

/** The turning circle of something that is under way; the words beside it say what. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
}
